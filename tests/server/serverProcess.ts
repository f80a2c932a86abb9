import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Call } from './client.ts'

export type ServerProcess = {
  url: string
  call: Call
  /** Everything it has printed so far. */
  output: () => string
  /** Its exit code, when it has ended by itself or by a signal (null). */
  ended: Promise<number | null>
  /** Sends a signal that does not end it. */
  signal: (signal: NodeJS.Signals) => void
  kill: (signal: NodeJS.Signals) => Promise<{ code: number | null }>
}

export const MAIN = join(import.meta.dirname, '../../server/main.ts')

/** The compiled modules of the server, which its next process reads: it then starts with half the work. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, '../../node_modules/.cache/node')

/** The real server in a process of its own, on a free port; of another version or by another user where that is said. */
export async function startServer(
  env: Record<string, string>,
  { main = MAIN, ...user }: { main?: string; uid?: number; gid?: number } = {},
): Promise<ServerProcess> {
  const quiet = { PORT: '0', POW_DIFFICULTY: '1', RATE_LIMIT_PER_MINUTE: '0', SANDBOX_LATENCY_MS: '0' }
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...quiet, ...env },
    ...user,
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const [found] = /http:\/\/localhost:\d+/.exec(printed) ?? []
      if (found) resolve(found.replace('localhost', '127.0.0.1'))
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`the server ended (${code}): ${printed}`)))
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    url,
    ended,
    call: (path, init) => fetch(url + path, init),
    output: () => printed,
    signal: (signal) => void child.kill(signal),
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill(signal)
        await once(child, 'exit')
      }
      return { code: child.exitCode }
    },
  }
}

type Tool = 'calibrate' | 'forget' | 'notice' | 'rotate-secrets' | 'spent' | 'store'
/** Runs a command of the tools to its end; not in one go, since this process must hear when a server closes a connection. */
export async function runTool(tool: Tool, args: string[], env: Record<string, string>, more: object = {}) {
  const child = spawn(process.execPath, [join(MAIN, '../tools/main.ts'), tool, ...args], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...env },
    ...more,
  })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => said.push(String(text)))
  const [status] = (await once(child, 'close')) as [number]
  return { status, said: said.join('') }
}
