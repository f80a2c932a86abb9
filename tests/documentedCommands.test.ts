import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBatch, sessionOf } from './server/client.ts'
import { scratchFolder } from './server/scratch.ts'
import { startServer } from './server/serverProcess.ts'
import type { ServerProcess } from './server/serverProcess.ts'
import { json, oembedOf, startStubX, xEnv } from './server/upstream/stubX.ts'
import type { StubX } from './server/upstream/stubX.ts'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/hosting.md',
  'docs/operating.md',
  'docs/profiling.md',
  'docs/公開手順.ja.md',
]

/** The commands in the shell blocks of a document, as they are printed, without comments. */
function commandsOf(document: string): string[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const blocks = [...text.matchAll(/^```(?:sh|bash)\n([^]*?)^```/gm)].map(([, block = '']) => block)
  return blocks
    .join('')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .map((line) => line.replace(/\s+# .*$/, '').trim())
    .filter((line) => line !== '')
}

/** Commands that are not run here, by what they need. */
const NOT_RUN: Record<string, RegExp> = {
  'root, systemd or a server that is installed':
    /^(?:sudo|systemctl|install|chmod|cd|git clone|sh deploy\/upgrade\.sh)\b/,
  'a container engine': /^podman\b/,
  'a host on the Internet': /^(?:git -C dist|npx wrangler|curl .*checker\.example)/,
  'a Redis, which `scaleOut.test.ts` starts': /^STORE_URL=/,
  'a real token of X': /main\.ts calibrate/,
  'minutes, or a browser: they are what `npm run ci` consists of':
    /^(?:npm ci|npm test|npm run (?:ci|dev|format|screenshots|check|test:quick)|npx (?:vitest|playwright)|npm run build && npx playwright)\b/,
  'a build, each of which tests/hosting makes': /^(?:VITE_\S+ )*npm run build(?::cloudflare)?$/,
  'the start of the site, which is `npm run build` and `server/main.ts`': /^(?:[A-Z_]+=\S+ )*npm start$/,
}
const isRun = (command: string) => !Object.values(NOT_RUN).some((pattern) => pattern.test(command))
const isBenchmark = (command: string) => /^(?:npm run bench:|npx node bench\/)/.test(command)
const commands = [...new Set(DOCUMENTS.flatMap(commandsOf))]
const servers = commands.filter((command) => isRun(command) && command.endsWith(' server/main.ts'))
const benchmarks = commands.filter(isBenchmark)
const others = commands.filter(
  (command) => isRun(command) && !servers.includes(command) && !isBenchmark(command),
)

const folder = scratchFolder()
let server: ServerProcess
let stub: StubX
let id = ''

/** The command with this machine's folder, server and file of variables in the place of those that it names. */
function adapted(command: string): string {
  return command
    .replaceAll('npx node', `'${process.execPath}'`)
    .replaceAll('/etc/shadowban-checker.env', join(folder, 'variables.env'))
    .replaceAll('http://localhost:8787', server.url)
    .replaceAll('data/checker.db', join(folder, 'checker.db'))
    .replaceAll('checker-backup.db', join(folder, 'checker-backup.db'))
    .replace('METRICS_PORT=9464', 'METRICS_PORT=0')
}

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** The benchmark that a command starts, without the build before it, and with `--help`. */
function helpOf(command: string): string {
  const [, name = '', options = ''] = /^npm run (\S+)(?: -- (.*))?$/.exec(command) ?? []
  const program = scripts[name]
    ?.split(' && ')
    .at(-1)
    ?.replace(/^node /, 'npx node ')
  return `${program ? `${program} ${options}` : command} --help`
}

/** Runs a command in a shell, in the repository's folder. A server is ended once it listens. */
async function run(command: string, env: Record<string, string>) {
  const child = spawn('sh', ['-c', `exec ${adapted(command).replace(/^((?:[A-Z_]+=\S+ )+)/, 'env $1')}`], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  })
  let said = ''
  const hear = (words: Buffer) => {
    const wasListening = said.includes('Listening on')
    said += words.toString()
    // A second signal would end it at once.
    if (!wasListening && said.includes('Listening on')) child.kill('SIGTERM')
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { status, said }
}

beforeAll(async () => {
  writeFileSync(join(folder, 'variables.env'), `DATA_DIR=${folder}\n`)
  server = await startServer({ DATA_DIR: folder })
  stub = await startStubX({ '/oembed': json(oembedOf()), '/2/': json({ errors: [] }, 400) })
  const answer = await checkBatch(server.call, ['https://x.com/sbx_clear/status/1980000000000000000'])
  id = await sessionOf(answer)
})
afterAll(async () => {
  await server.kill('SIGTERM')
  await stub.close()
})

describe('the commands that the documents print', () => {
  it('the documents contain more than 50 commands, among them servers and tools that can be run here', () => {
    expect(commands.length).toBeGreaterThan(50)
    expect(servers.length).toBeGreaterThan(2)
    expect(benchmarks.length).toBeGreaterThan(6)
    expect(others.length).toBeGreaterThan(6)
  })

  it('each reason not to run a documented command applies to at least one command', () => {
    const idle = Object.entries(NOT_RUN).filter(([, pattern]) => !commands.some((each) => pattern.test(each)))
    expect(idle).toEqual([])
  })

  it.each(others)('the documented command works: %s', async (command) => {
    const { status, said } = await run(command, { ID: id })
    expect({ status, said }).toMatchObject({ status: 0 })
  })

  // A benchmark is not measured here: how it ends would depend on how busy the machine is.
  it.each(benchmarks)(
    'the documented benchmark has the documented options, and a usage: %s',
    async (command) => {
      const { status, said } = await run(helpOf(command), {})
      expect({ status, said }).toEqual({
        status: 0,
        said: expect.stringMatching(/^(?:npm run bench:|npx node bench\/)/),
      })
    },
  )

  it.each(servers)('the documented command works: %s', async (command) => {
    const env = { ...xEnv(stub), UPSTREAM: 'sandbox', YOUR_TOKEN: 'token', PORT: '0' }
    const { status, said } = await run(command, { ...env, DATA_DIR: join(folder, 'another') })
    expect(said).toContain('Listening on')
    expect({ status, said }).toMatchObject({ status: 0 })
  })
})
