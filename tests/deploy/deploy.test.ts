import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { which } from '../run/programs.ts'
import { scratchFolder } from '../server/scratch.ts'
import { startServer } from '../server/serverProcess.ts'

const ROOT = join(import.meta.dirname, '../..')
const textOf = (name: string) => readFileSync(join(ROOT, name), 'utf8')

/** The instructions of the image, in order, with their continued lines joined. */
const steps = textOf('Containerfile')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => /^([A-Z]+)\s+(.*)$/.exec(line))
  .map((found) => ({ name: found?.[1] ?? '', rest: found?.[2]?.trim() ?? '' }))
const restsOf = (name: string) => steps.filter((step) => step.name === name).map(({ rest }) => rest)
/** What a COPY takes, and from which stage. */
const copies = restsOf('COPY').map((rest) => {
  const words = rest.split(/\s+/)
  return {
    isBuilt: words[0] === '--from=build',
    sources: words.filter((word) => !word.startsWith('--')).slice(0, -1),
  }
})
const allowed = textOf('.dockerignore')
  .split('\n')
  .filter((line) => line.startsWith('!'))
  .map((line) => line.slice(1))

describe('the image', () => {
  it('the image copies what is in the repository and not excluded from the build', () => {
    const sources = copies.filter(({ isBuilt }) => !isBuilt).flatMap(({ sources }) => sources)
    expect(sources.length).toBeGreaterThan(10)
    for (const source of sources) {
      const name = source.replace('*', '')
      expect(existsSync(join(ROOT, name))).toBe(true)
      expect(allowed).toContain(name)
    }
    expect(textOf('.dockerignore').split('\n')[0]).toBe('*')
  })

  it('the image builds from what it copies alone, and its server runs without the packages that it removes', async () => {
    const folder = scratchFolder()
    const names = copies.filter(({ isBuilt }) => !isBuilt).flatMap(({ sources }) => sources)
    for (const name of new Set(names)) {
      const path = name === '.env*' ? '.env' : name
      cpSync(join(ROOT, path), join(folder, path), { recursive: true })
    }
    const commands = restsOf('RUN').filter((command) => command !== 'mkdir /data')
    expect(commands[0]).toBe('npm ci')
    // The packages of this project, which `npm ci` has installed here.
    for (const name of readdirSync(join(ROOT, 'node_modules'))) {
      if (name.startsWith('.') && name !== '.bin' && name !== '.package-lock.json') continue
      const path = join('node_modules', name)
      cpSync(join(ROOT, path), join(folder, path), { recursive: true, verbatimSymlinks: true })
    }
    for (const command of commands.slice(1)) {
      const { npm_config_prefix: _, NODE_ENV: __, ...env } = process.env
      const done = spawnSync('sh', ['-c', command], { cwd: folder, env, encoding: 'utf8' })
      expect({ command, status: done.status, said: done.status === 0 ? '' : done.stderr }).toEqual({
        command,
        status: 0,
        said: '',
      })
    }
    expect(existsSync(join(folder, 'dist/index.html'))).toBe(true)
    expect(existsSync(join(folder, 'node_modules/vite'))).toBe(false)
    // The server loads it only where its store is Redis.
    expect(spawnSync(process.execPath, ['-e', "import('redis')"], { cwd: folder }).status).toBe(0)
    const server = await startServer(
      { DATA_DIR: join(folder, 'data') },
      { main: join(folder, 'server/main.ts') },
    )
    const answers = await Promise.all(['/', '/healthz', '/api/openapi.json'].map((path) => server.call(path)))
    await server.kill('SIGKILL')
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  it('every documented podman command builds the image in the format that keeps its health check', () => {
    for (const page of ['Containerfile', 'docs/operating.md']) {
      const builds = textOf(page).match(/podman build .*/g) ?? []
      expect(builds.length).toBeGreaterThan(0)
      for (const build of builds) expect(build).toContain('--format docker')
    }
  })

  it('the image runs as an unprivileged user, ends by the signal that the server knows, and starts an existing file', () => {
    expect(restsOf('USER')).toEqual(['10001:10001'])
    expect(restsOf('STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(restsOf('FROM')).toHaveLength(2)
    const [program = '', entry = ''] = JSON.parse(restsOf('CMD')[0] ?? '[]') as string[]
    expect(existsSync(join(ROOT, program))).toBe(true)
    expect(existsSync(join(ROOT, entry))).toBe(true)
  })

  it('the image gives the server a configuration that it accepts, reachable from outside its container', () => {
    const env = Object.fromEntries(
      (restsOf('ENV')[0] ?? '').split(/\s+/).map((pair) => pair.split('=') as [string, string]),
    )
    expect(readConfig({ ...env, TRUST_PROXY: '172.30.87.1' })).toMatchObject({
      host: '0.0.0.0',
      port: 8787,
      dataDir: '/data',
    })
    expect(restsOf('VOLUME')).toEqual([env['DATA_DIR']])
    expect(restsOf('EXPOSE')).toEqual([env['PORT']])
  })

  it('the image checks its health with a command that distinguishes healthy from unhealthy', async () => {
    const [, command = '[]'] = /CMD\s+(\[.*\])$/.exec(restsOf('HEALTHCHECK')[0] ?? '') ?? []
    const [program = '', ...args] = JSON.parse(command) as string[]
    const exitWith = async (port: string) => {
      const child = spawn(program, args, { cwd: ROOT, env: { PORT: port } })
      return ((await once(child, 'exit')) as [number])[0]
    }
    const server = await startServer({ DATA_DIR: join(scratchFolder(), 'data') })
    const { port } = new URL(server.url)
    expect(await exitWith(port)).toBe(0)
    await server.kill('SIGKILL')
    expect(await exitWith(port)).toBe(1)
  })
})

describe('two servers and a Redis', () => {
  const compose = textOf('compose.yaml')

  it('compose.yaml gives two servers a Redis with the settings that they require, and the address of their proxy', () => {
    const value = (name: string) => new RegExp(`^ +${name}: (.*)$`, 'm').exec(compose)?.[1] ?? ''
    const storeUrl = value('STORE_URL').replace(/\$\{REDIS_PASSWORD:\?[^}]+\}/, 'secret')
    const config = readConfig({ STORE_URL: storeUrl, TRUST_PROXY: value('TRUST_PROXY') })
    expect(config.storeUrl).toBe('redis://:secret@redis:6379/0')
    expect(compose).toMatch(/--requirepass,\s+'\$\{REDIS_PASSWORD\}'/)
    expect(config.trustedProxies).toEqual([value('gateway')])
    expect(compose).toMatch(/--appendonly,\s+'yes',\s+--appendfsync,\s+always/)
    expect(compose).toContain('noeviction')
    expect(compose.match(/logging: [&*]logging/g)).toHaveLength(2)
    expect(compose).toMatch(/max-size: 10m/)
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThan(10)
  })
})

const INSTALLED = '/opt/shadowban-checker'
const unit = textOf('deploy/shadowban-checker.service')
const environment = textOf('deploy/shadowban-checker.env')

/** The lines of a unit by section, in order; a name may come several times. */
function sectionsOf(text: string): Record<string, [string, string][]> {
  const sections: Record<string, [string, string][]> = {}
  let section = ''
  for (const line of text.split('\n')) {
    const [, opened] = /^\[(\w+)\]$/.exec(line) ?? []
    const [, name, value = ''] = /^(\w+)=(.*)$/.exec(line) ?? []
    if (opened !== undefined) section = opened
    else if (name !== undefined) (sections[section] ??= []).push([name, value])
    else if (line !== '' && !line.startsWith('#')) throw new Error(`Not a line of a unit: ${line}`)
  }
  return sections
}
const sections = sectionsOf(unit)
const valueOf = (section: string, name: string) => sections[section]?.find(([found]) => found === name)?.[1]

it('the systemd unit starts the server again for ever, with a pause, unless its configuration is wrong', () => {
  expect(Object.keys(sections)).toEqual(['Unit', 'Service', 'Install'])
  expect(valueOf('Unit', 'StartLimitIntervalSec')).toBe('0')
  expect(existsSync(join(ROOT, valueOf('Service', 'ExecStart')?.split(' ')[1] ?? ''))).toBe(true)
  expect(Number(valueOf('Service', 'TimeoutStopSec'))).toBeGreaterThan(10)
  expect(valueOf('Service', 'Restart')).toBe('always')
  expect(Number(valueOf('Service', 'RestartSec'))).toBeGreaterThanOrEqual(1)
  const wrong = spawnSync(process.execPath, [join(ROOT, 'server/main.ts')], { env: { PORT: 'eighty' } })
  expect(valueOf('Service', 'RestartPreventExitStatus')).toBe(String(wrong.status))
})

it('the environment file of the systemd unit is accepted by the server, also with every line of it in force', () => {
  const lines = environment.split('\n').filter((line) => /^#?[A-Z_]+=/.test(line))
  const read = (all: string[]) =>
    readConfig(Object.fromEntries(all.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string])))
  const plain = read(lines.filter((line) => !line.startsWith('#')))
  expect(plain.dataDir).toBe(`/var/lib/${valueOf('Service', 'StateDirectory')}`)
  expect(plain.host).toBe('127.0.0.1')
  expect(read(lines.map((line) => line.replace('#', '')))).toMatchObject({
    upstream: 'x',
    accountsPermitted: true,
    storeUrl: 'redis://127.0.0.1:6379/0',
  })
})

/** systemd's own judgement, where it is installed: its table of exposure must stay at 3.0 or below. */
const ANALYZE = which('systemd-analyze') === undefined ? [] : ['systemd-analyze']

it.each(ANALYZE)('%s finds no mistake in the systemd unit and an exposure of at most 3.0', (program) => {
  const path = join(scratchFolder(), 'shadowban-checker.service')
  writeFileSync(path, unit.replaceAll(INSTALLED, ROOT))
  const verified = spawnSync(program, ['verify', path], { encoding: 'utf8' })
  expect({ status: verified.status, said: verified.stderr }).toEqual({ status: 0, said: '' })
  const judged = spawnSync(program, ['security', '--offline=true', '--threshold=30', path], {
    encoding: 'utf8',
  })
  expect({ status: judged.status, said: judged.stderr }).toEqual({ status: 0, said: '' })
})
