import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Call } from '../server/client.ts'

/** The folder in which site and Worker are built. */
export const BUILT = inject('cloudflare')
const WRANGLER = join(import.meta.dirname, 'node_modules/wrangler/bin/wrangler.js')
const CONFIG = join(BUILT, 'server/cloudflare/wrangler.jsonc')
/** Variables of the Worker that tests set differently. */
const QUIET = { POW_DIFFICULTY: '1', RATE_LIMIT_PER_MINUTE: '0', SANDBOX_LATENCY_MS: '0' }

export type Running = {
  url: string
  call: Call
  output: () => string
  /** Ends the runtime as a power cut would. */
  kill: () => Promise<void>
}

/** The built Worker with the site in Cloudflare's runtime, configured by the product's own `wrangler.jsonc`. What it stores lies in `folder`. */
export async function startRuntime(
  folder: string,
  variables: Record<string, string> = {},
  config = CONFIG,
): Promise<Running> {
  const vars = Object.entries({ ...QUIET, ...variables }).flatMap(([name, value]) => [
    '--var',
    `${name}:${value}`,
  ])
  const options = ['--port', '0', '--inspector-port', '0', '--persist-to', folder]
  const child = spawn(
    process.execPath,
    [WRANGLER, 'dev', '--config', config, ...options, '--show-interactive-dev-session=false', ...vars],
    { detached: true, env: { ...process.env, CI: 'true', WRANGLER_SEND_METRICS: 'false' } },
  )
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const [, port] = /Ready on http:\/\/\S+:(\d+)/.exec(printed) ?? []
      if (port) resolve(`http://127.0.0.1:${port}`)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
    child.once('exit', (code) => reject(new Error(`the runtime ended (${code}): ${printed}`)))
  })
  return {
    url,
    call(path, init) {
      // The runtime closes a connection that was idle, which may happen while the next call is on its way.
      const headers = new Headers(init?.headers)
      headers.set('Connection', 'close')
      return fetch(url + path, { ...init, headers })
    },
    output: () => printed,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
      process.kill(-child.pid, 'SIGKILL')
      await once(child, 'exit')
    },
  }
}
