// `npm run test:commands`: runs the commands that the documents name, in a copy of the project. Words after it choose: `-- bench:pow`.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { ensurePrograms, openDisplay } from '../browsers/programs.ts'
import { ensureChromium } from '../run/chromium.ts'
import { closingLine } from '../run/closingLine.ts'
import { copyOfTree } from '../run/copyOfTree.ts'
import { ensureJapaneseFonts } from '../run/fonts.ts'
import { ensureRedis } from '../run/redis.ts'
import type { Count } from '../run/step.ts'
import { bodyFor, checkAccount } from '../server/client.ts'
import { RUNS } from './runs.ts'

/** How many lines of a command that failed are shown. */
const LINES = 40

const words = process.argv.slice(2)
process.env['CHROMIUM_PATH'] = ensureChromium()
ensureJapaneseFonts()
process.env['REDIS_PATH'] = ensureRedis()
using shown = await openDisplay(ensurePrograms().xvfb)
using copy = copyOfTree()
const env = {
  ...process.env,
  DISPLAY: shown.display,
  PORT: '0',
  PATH: withoutOurs(process.env['PATH'] ?? ''),
}
const counts: Count[] = []

await counted('npm run build', () => tries('npm run build', /The site is in/))
await using site = await serve('npx node server/main.ts')
Object.assign(env, { SITE: site.url })
for (const [command, run] of Object.entries(RUNS)) {
  if (!words.every((word) => command.includes(word))) continue
  if ('served' in run) await counted(command, () => serves(run.served, run.collects))
  if ('tried' in run) await counted(command, () => tries(run.tried, run.prints))
}
closingLine(counts)

/** Programs of `npm run` come first on its path; a visitor's shell has none of them. */
function withoutOurs(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !folder.includes(join('node_modules', '.bin')))
    .join(delimiter)
}

async function counted(command: string, job: () => Promise<void> | void): Promise<void> {
  const startedAt = performance.now()
  try {
    await job()
    console.log(`✓ ${command} (${Math.round((performance.now() - startedAt) / 1000)} s)`)
    counts.push({ passed: 1, failed: 0 })
  } catch (error) {
    console.log(`✗ ${command}\n${error instanceof Error ? error.message : error}`)
    counts.push({ passed: 0, failed: 1 })
  }
}

function tries(command: string, prints = /^/): void {
  const options = { cwd: copy.folder, env, encoding: 'utf8', maxBuffer: 2 ** 28 } as const
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], options)
  const said = `${stdout.trimEnd()}\n${stderr}`
  if (status === 0 && prints.test(stdout.trimEnd())) return
  throw new Error([`ended with ${status}:`, ...said.split('\n').slice(-LINES)].join('\n  '))
}

async function serves(command: string, collects = false): Promise<void> {
  const { url, end } = await serve(command)
  const page = await fetch(url)
  const request = (path: string, init?: RequestInit) => fetch(url + path, init)
  const answer = collects ? page : await checkAccount(request, bodyFor('sbx_clear'))
  const { code, signal } = await end()
  // npm ends with the signal that it passes on.
  const ended = code === 0 || signal === 'SIGINT'
  if (page.status !== 200 || answer.status !== 200 || !ended) {
    throw new Error(
      `The page has ${page.status}, a check ${answer.status}, and it ended with ${code ?? signal}.`,
    )
  }
}

type Ending = { code: number | null; signal: NodeJS.Signals | null }

/** A server that is told to end as by Ctrl+C in its terminal. */
async function serve(
  command: string,
): Promise<AsyncDisposable & { url: string; end: () => Promise<Ending> }> {
  // In the shell's place, since a shell that is told to end as well does not pass the exit code on.
  const child = spawn('sh', ['-c', `exec ${command}`], { cwd: copy.folder, env, detached: true })
  const ended = once(child, 'exit')
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${said}`)))
    for (const output of [child.stdout, child.stderr])
      output.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk
        const [, found] = /^(?:Listening on )?(http:\/\/[^/\s]+)/m.exec(said) ?? []
        if (found) resolve(found)
      })
  })
  const end = async () => {
    process.kill(-(child.pid ?? 0), 'SIGINT')
    const [code, signal] = (await ended) as [number | null, NodeJS.Signals | null]
    return { code, signal }
  }
  return { url, end, [Symbol.asyncDispose]: async () => void (await end()) }
}
