import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { checkBatch, sessionOf } from '../client.ts'
import { startRedis } from '../redisServer.ts'
import { scratchFolder } from '../scratch.ts'
import { runTool, startServer } from '../serverProcess.ts'

const folder = scratchFolder()
chmodSync(folder, 0o755)

const root = process.getuid?.() === 0
/** The server's user: another one than the operator's, where that is possible. */
const SERVER = root
  ? { uid: 65_534, gid: 65_534 }
  : { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }

function folderOfServer(name: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  chownSync(path, SERVER.uid, SERVER.gid)
  return path
}
/** A server of that user on a folder of its own. */
const serverOn = (path: string) => startServer({ DATA_DIR: path }, SERVER)

/** A folder in which a server has run once, for all the tests that need only what it leaves. */
const left = folderOfServer('left')
beforeAll(async () => void (await (await serverOn(left)).kill('SIGINT')))

/** A folder in which a server of that user has run. */
function folderAfterServer(name: string): string {
  const path = folderOfServer(name)
  cpSync(left, path, { recursive: true })
  for (const file of readdirSync(path)) {
    chmodSync(join(path, file), modeOf(join(left, file)))
    chownSync(join(path, file), SERVER.uid, SERVER.gid)
  }
  return path
}

const ownersIn = (path: string) => [
  ...new Set(readdirSync(path).map((name) => statSync(join(path, name)).uid)),
]
const modeOf = (file: string) => statSync(file).mode & 0o777

it('rotate-secrets rotates the keys for a server of another user, which learns of the new key and starts again with it', async () => {
  const path = folderOfServer('rotated')
  const before = await serverOn(path)
  const secrets = join(path, 'secrets.json')
  chmodSync(secrets, 0o640)
  expect(await runTool('rotate-secrets', [], { DATA_DIR: path })).toMatchObject({ status: 0 })
  expect(statSync(secrets)).toMatchObject(SERVER)
  expect(modeOf(secrets)).toBe(0o640)
  expect(JSON.parse(readFileSync(secrets, 'utf8'))).toHaveLength(2)
  await before.kill('SIGINT')
  const after = await serverOn(path)
  expect((await after.call('/healthz')).status).toBe(200)
  await after.kill('SIGINT')
})

it('forget deletes a saved result for a server of another user, running or not, and leaves no file that the server may not write', async () => {
  const path = folderOfServer('forgotten')
  const before = await serverOn(path)
  const saved = async () => sessionOf(await checkBatch(before.call, ['https://x.com/a/status/1']))
  const [first, second] = [await saved(), await saved()]
  expect(await runTool('forget', [first], { DATA_DIR: path })).toMatchObject({ status: 0 })
  await before.kill('SIGKILL')
  expect(await runTool('forget', [second], { DATA_DIR: path })).toMatchObject({ status: 0 })
  for (const absent of [second, `-${'A'.repeat(21)}`])
    expect(await runTool('forget', [absent], { DATA_DIR: path })).toEqual({
      status: 1,
      said: 'There is no such history.\n',
    })
  expect(ownersIn(path)).toEqual([SERVER.uid])
  const after = await serverOn(path)
  expect((await checkBatch(after.call, ['https://x.com/a/status/1'])).status).toBe(200)
  await after.kill('SIGINT')
})

const TOOLS = [
  ['rotate-secrets', []],
  ['forget', ['A'.repeat(22)]],
] as const

it.each([
  ['rotate-secrets', ['now']],
  ['forget', ['short']],
  ['calibrate', []],
] as const)(
  '%s prints its usage with --help, and ends with 64 if its arguments do not fit',
  async (tool, wrong) => {
    const usage = expect.stringMatching(new RegExp(`^Usage: node server/tools/main\\.ts ${tool}[^]+\\n$`))
    expect(await runTool(tool, ['--help'], {})).toMatchObject({ status: 0 })
    expect(await runTool(tool, [...wrong], {})).toMatchObject({ status: 64, said: usage })
  },
)

it.each(TOOLS)('%s creates no data if no server has run there', async (tool, args) => {
  const cwd = join(folder, `nothing for ${tool}`)
  mkdirSync(cwd)
  const nowhere: Record<string, string>[] = [{}, { DATA_DIR: 'typo' }]
  for (const env of nowhere) {
    const { status, said } = await runTool(tool, [...args], env, { cwd })
    expect(status).toBe(78)
    expect(said).toMatch(/^DATA_DIR \((?:data|typo)\) holds no data of a server; [^\n]+\.\n$/)
  }
  expect(readdirSync(cwd)).toEqual([])
})

it.each(TOOLS)('%s reads its configuration as the server does', async (tool, args) => {
  const { status, said } = await runTool(tool, [...args], { DATA_DIR: folder, STORE_URL: 'mysql://x' })
  expect(status).toBe(78)
  expect(said).toBe('STORE_URL must be empty (SQLite) or a redis:// or rediss:// URL.\n')
})

/** Only root can make files of others, so only root sees how a tool meets them. */
const OTHERS = root ? [{ uid: 65_533, gid: 65_533 }] : []

it.each(OTHERS)(
  'rotate-secrets refuses to replace keys by ones that the server could not read',
  async (other) => {
    const path = folderAfterServer('foreign')
    const secrets = join(path, 'secrets.json')
    chmodSync(path, 0o777)
    chmodSync(secrets, 0o644)
    const before = readFileSync(secrets, 'utf8')
    const { status, said } = await runTool('rotate-secrets', [], { DATA_DIR: path }, other)
    expect(status).toBe(1)
    expect(said).toMatch(
      /^The challenge keys cannot be rotated: secrets\.json belongs to another user, [^\n]+\n$/,
    )
    expect(readFileSync(secrets, 'utf8')).toBe(before)
    expect(readdirSync(path).filter((name) => name.startsWith('secrets'))).toEqual(['secrets.json'])

    chownSync(secrets, 0, 0)
    chmodSync(secrets, 0o600)
    const unread = await runTool('rotate-secrets', [], { DATA_DIR: path })
    expect(unread.status).toBe(78)
    expect(unread.said).toMatch(/^secrets\.json does not belong to the user that checker\.db [^\n]+\.\n$/)
    expect(readFileSync(secrets, 'utf8')).toBe(before)
    expect(existsSync(join(path, 'secrets.json.next'))).toBe(false)
  },
)

it('the tools move saved results from SQLite to Redis and back by files, and delete all results of an author', async () => {
  const path = folderOfServer('moved')
  const server = await serverOn(path)
  const batch = async (...urls: string[]) => sessionOf(await checkBatch(server.call, urls))
  const ofAlice = await batch('https://x.com/Alice/status/1', 'https://x.com/bob/status/2')
  const ofBob = await batch('https://x.com/bob/status/1')
  const read = async (id: string, call = server.call) =>
    (await (await call(`/api/get-history-by-session-id?id=${id}`)).json()) as { results?: unknown }
  const before = await read(ofBob)

  const exportFrom = async (env: Record<string, string>, name: string) => {
    const to = join(folder, name)
    expect(await runTool('store', ['export', to], env)).toMatchObject({ status: 0 })
    expect(modeOf(to)).toBe(0o600)
    return to
  }
  expect(await runTool('notice', ['Tonight'], { DATA_DIR: path })).toMatchObject({ status: 0 })
  const file = await exportFrom({ DATA_DIR: path }, 'saved.ndjson')
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3)

  const redis = await startRedis(['--appendonly', 'yes'])
  const importInto = (env: Record<string, string>, from = file) => runTool('store', ['import', from], env)
  const inRedis = { STORE_URL: redis.url }
  expect((await importInto(inRedis)).said).toBe(
    '2 saved results are imported; 0 were there already, 0 had expired.\n',
  )
  expect((await importInto(inRedis)).said).toBe(
    '0 saved results are imported; 2 were there already, 0 had expired.\n',
  )
  expect((await runTool('notice', [], inRedis)).said).toBe('Notice: Tonight\n')
  expect(await runTool('forget', ['--author', '@alice'], inRedis)).toMatchObject({ status: 0 })
  expect(await runTool('forget', ['--author', 'alice'], inRedis)).toMatchObject({ status: 1 })
  expect(await runTool('forget', ['--author', 'not a name'], inRedis)).toMatchObject({ status: 64 })

  const again = await startServer(inRedis)
  expect(await read(ofAlice, again.call)).toMatchObject({ code: 'no_history' })
  expect(await read(ofBob, again.call)).toEqual(before)
  await again.kill('SIGINT')

  const fromRedis = await exportFrom(inRedis, 'from redis.ndjson')
  await redis.kill()
  const pathBack = folderAfterServer('moved back')
  expect((await importInto({ DATA_DIR: pathBack }, fromRedis)).said).toMatch(/^1 saved results are imported;/)
  expect(ownersIn(pathBack)).toEqual([SERVER.uid])
  const back = await serverOn(pathBack)
  expect(await read(ofBob, back.call)).toEqual(before)
  expect(await read(ofAlice, back.call)).toMatchObject({ code: 'no_history' })
  await back.kill('SIGINT')

  writeFileSync(file, '{"format":"another"}\n')
  expect((await importInto({ DATA_DIR: path })).said).toContain('line 1 is not the head')
  await server.kill('SIGINT')
})

it('forget deletes by its author a result that names the author in its evidence alone', async () => {
  const path = folderAfterServer('authors')
  const head = { format: 'shadowban-store', version: 1, settings: null }
  const evidence = { visible: true, found: true, reason: null, author: 'Alice' }
  const url = 'https://x.com/i/status/1980000000000000001'
  const history = { results: [{ url, status: 'AVAILABLE', evidence }], timestamp: 1 }
  const line = { id: 'A'.repeat(22), expires: Date.now() + 1e9, history }
  const file = join(folder, 'of alice.ndjson')
  writeFileSync(file, `${JSON.stringify(head)}\n${JSON.stringify(line)}\n`)
  expect(await runTool('store', ['import', file], { DATA_DIR: path })).toMatchObject({ status: 0 })
  expect(await runTool('forget', ['--author', 'bob'], { DATA_DIR: path })).toMatchObject({ status: 1 })
  expect(await runTool('forget', ['--author', 'alice'], { DATA_DIR: path })).toMatchObject({ status: 0 })
})

it('an import into a store with less room says how many results were dropped, and ends with 1', async () => {
  const path = folderAfterServer('small')
  const url = `https://x.com/a/status/${'1'.repeat(19)}`
  const history = {
    results: Array.from({ length: 2000 }, () => ({ url, status: 'AVAILABLE' })),
    timestamp: 1,
  }
  const lines = Array.from({ length: 20 }, (_, index) => ({
    id: String(index).padStart(22, '0'),
    expires: Date.now() + 1e9 + index,
    history,
  }))
  const head = { format: 'shadowban-store', version: 1, settings: null }
  const file = join(folder, 'large.ndjson')
  writeFileSync(file, [head, ...lines].map((line) => JSON.stringify(line)).join('\n'))
  const { status, said } = await runTool('store', ['import', file], { DATA_DIR: path, HISTORY_MAX_MB: '1' })
  expect(status).toBe(1)
  expect(said).toContain('20 saved results are imported;')
  expect(said).toMatch(/The store has no room for all: \d+ of the oldest results are dropped\./)
})

it('a backup is a whole database that only its owner can read, and replaces no file', async () => {
  const path = folderOfServer('backed up')
  const server = await serverOn(path)
  const id = await sessionOf(await checkBatch(server.call, ['https://x.com/a/status/1']))
  const restored = folderOfServer('restored')
  const copy = join(restored, 'checker.db')
  const backup = () => runTool('store', ['backup', copy], { DATA_DIR: path })
  expect(await backup()).toEqual({ status: 0, said: 'The database is backed up.\n' })
  expect(modeOf(copy)).toBe(0o600)
  expect(await backup()).toEqual({ status: 1, said: 'The backup failed: EEXIST\n' })
  await server.kill('SIGKILL')
  chownSync(copy, SERVER.uid, SERVER.gid)
  const after = await serverOn(restored)
  expect((await after.call(`/api/get-history-by-session-id?id=${id}`)).status).toBe(200)
  await after.kill('SIGINT')
})

it('nothing of a result that was forgotten is left in the files of SQLite, or in the append-only file of Redis', async () => {
  const path = folderOfServer('compacted')
  const redis = await startRedis(['--appendonly', 'yes'])
  const stores: [Record<string, string>, () => string[]][] = [
    [{ DATA_DIR: path }, () => filesBelow(path)],
    [{ STORE_URL: redis.url }, () => filesBelow(redis.folder)],
  ]
  for (const [env, files] of stores) {
    const server = await startServer(env, 'DATA_DIR' in env ? SERVER : {})
    const id = await sessionOf(await checkBatch(server.call, ['https://x.com/somebody_else/status/1']))
    const isHeld = () => files().some((file) => readFileSync(file).includes('somebody_else'))
    expect(isHeld()).toBe(true)
    expect(await runTool('forget', [id], env)).toMatchObject({ status: 0 })
    await expect.poll(isHeld).toBe(false)
    await server.kill('SIGKILL')
  }
  await redis.kill()
})

const filesBelow = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  )
