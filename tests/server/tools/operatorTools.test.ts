import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBatch } from '../client.ts'
import { scratchFolder } from '../scratch.ts'
import { MAIN, startServer } from '../serverProcess.ts'
import { json, oembedOf, startStubX } from '../upstream/stubX.ts'
import type { StubX } from '../upstream/stubX.ts'
import { SEARCH, TIMELINE, USER, idAt, posts, recentPosts } from '../upstream/xWorld.ts'

describe('operator tools', () => {
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

  type Tool = 'rotateSecrets' | 'forget'
  /** Runs a tool to its end; not in one go, since this process must hear when a server closes a connection. */
  async function run(tool: Tool, args: string[], env: Record<string, string>, more: object = {}) {
    const child = spawn(process.execPath, [join(MAIN, `../tools/${tool}.ts`), ...args], {
      env: { PATH: process.env['PATH'], ...env },
      ...more,
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => said.push(String(text)))
    const [status] = (await once(child, 'close')) as [number]
    return { status, said: said.join('') }
  }
  const ownersIn = (path: string) => [
    ...new Set(readdirSync(path).map((name) => statSync(join(path, name)).uid)),
  ]
  const modeOf = (file: string) => statSync(file).mode & 0o777

  it('rotates for a server of another user, which learns of the key and starts again with it', async () => {
    const path = folderOfServer('rotated')
    const before = await serverOn(path)
    const secrets = join(path, 'secrets.json')
    chmodSync(secrets, 0o640)
    expect(await run('rotateSecrets', [], { DATA_DIR: path })).toMatchObject({ status: 0 })
    expect(statSync(secrets)).toMatchObject(SERVER)
    expect(modeOf(secrets)).toBe(0o640)
    expect(JSON.parse(readFileSync(secrets, 'utf8'))).toHaveLength(2)
    await before.kill('SIGINT')
    const after = await serverOn(path)
    expect((await after.call('/healthz')).status).toBe(200)
    await after.kill('SIGINT')
  })

  it('forgets for a server of another user, running or not, and leaves it nothing that it may not write', async () => {
    const path = folderOfServer('forgotten')
    const before = await serverOn(path)
    const saved = async () =>
      ((await (await checkBatch(before.call, ['https://x.com/a/status/1'])).json()) as { sessionId: string })
        .sessionId
    const [first, second] = [await saved(), await saved()]
    expect(await run('forget', [first], { DATA_DIR: path })).toMatchObject({ status: 0 })
    await before.kill('SIGKILL')
    expect(await run('forget', [second], { DATA_DIR: path })).toMatchObject({ status: 0 })
    expect(ownersIn(path)).toEqual([SERVER.uid])
    const after = await serverOn(path)
    expect((await checkBatch(after.call, ['https://x.com/a/status/1'])).status).toBe(200)
    await after.kill('SIGINT')
  })

  it.each(['rotateSecrets', 'forget'] as const)('%s makes no data where no server has been', async (tool) => {
    const cwd = join(folder, `nothing for ${tool}`)
    mkdirSync(cwd)
    const nowhere: Record<string, string>[] = [{}, { DATA_DIR: 'typo' }]
    for (const env of nowhere) {
      const { status, said } = await run(tool, ['A'.repeat(22)], env, { cwd })
      expect(status).toBe(78)
      expect(said).toMatch(/^DATA_DIR \((?:data|typo)\) holds no data of a server; [^\n]+\.\n$/)
    }
    expect(readdirSync(cwd)).toEqual([])
  })

  it.each(['rotateSecrets', 'forget'] as const)(
    '%s takes its configuration as the server does',
    async (tool) => {
      const { status, said } = await run(tool, ['A'.repeat(22)], { DATA_DIR: folder, STORE_URL: 'mysql://x' })
      expect(status).toBe(78)
      expect(said).toBe('STORE_URL must be empty (SQLite) or a redis:// or rediss:// URL.\n')
    },
  )

  /** Only root can make files of others, so only root sees how a tool meets them. */
  const OTHERS = root ? [{ uid: 65_533, gid: 65_533 }] : []

  it.each(OTHERS)('refuses to replace keys by ones that the server could not read', async (other) => {
    const path = folderOfServer('foreign')
    await (await serverOn(path)).kill('SIGINT')
    const secrets = join(path, 'secrets.json')
    chmodSync(path, 0o777)
    chmodSync(secrets, 0o644)
    const before = readFileSync(secrets, 'utf8')
    const { status, said } = await run('rotateSecrets', [], { DATA_DIR: path }, other)
    expect(status).toBe(1)
    expect(said).toMatch(
      /^The challenge keys cannot be rotated: secrets\.json belongs to another user, [^\n]+\n$/,
    )
    expect(readFileSync(secrets, 'utf8')).toBe(before)
    expect(readdirSync(path).filter((name) => name.startsWith('secrets'))).toEqual(['secrets.json'])

    chownSync(secrets, 0, 0)
    chmodSync(secrets, 0o600)
    const unread = await run('rotateSecrets', [], { DATA_DIR: path })
    expect(unread.status).toBe(78)
    expect(unread.said).toMatch(/^secrets\.json does not belong to the user that checker\.db [^\n]+\.\n$/)
    expect(readFileSync(secrets, 'utf8')).toBe(before)
    expect(existsSync(join(path, 'secrets.json.next'))).toBe(false)
  })
})

describe('calibrate', () => {
  const folder = scratchFolder()
  const data = join(folder, 'data')
  const own = recentPosts(6)
  let stub: StubX
  beforeAll(async () => {
    mkdirSync(data)
    await (await startServer({ DATA_DIR: data })).kill('SIGTERM')
    stub = await startStubX({
      [USER]: (url, ...rest) => {
        const username = url.pathname.split('/').at(-1)
        const data = { id: '77', name: 'S', username, protected: false, public_metrics: { tweet_count: 9 } }
        json({ data: username === 'hidden' ? { ...data, id: '78' } : data })(url, ...rest)
      },
      [TIMELINE]: posts(...own),
      '/2/users/78/tweets': posts(...own.map(({ id }) => ({ id: String(BigInt(id) + 7n), text: 'あ' }))),
      '/oembed': json(oembedOf()),
      [SEARCH]: (url, ...rest) => {
        const query = url.searchParams.get('query') ?? ''
        const control = posts({ id: idAt(3.1, 1), text: 'control' }, { id: idAt(60, 1), text: 'control' })
        const answer = query.includes('XDevelopers')
          ? control
          : query.includes('hidden')
            ? posts()
            : posts(...own)
        answer(url, ...rest)
      },
    })
  })
  afterAll(() => stub.close())

  async function calibrate(lines: string, env: Record<string, string> = {}) {
    const file = join(folder, 'names.txt')
    writeFileSync(file, lines)
    const child = spawn(process.execPath, [join(MAIN, '../tools/calibrate.ts'), file], {
      env: { PATH: process.env['PATH'], DATA_DIR: data, SANDBOX_LATENCY_MS: '0', ...env },
    })
    const said: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => said.push(String(text)))
    const [status] = (await once(child, 'close')) as [number]
    return { status, said: said.join('') }
  }
  const x = () => ({
    UPSTREAM: 'x',
    X_API_BASE: stub.base,
    X_OEMBED_BASE: stub.base,
    X_BEARER_TOKEN: 'token',
    X_ACCOUNT_CHECKS: 'permitted',
    X_BUDGET_PERCENT_PER_ADDRESS: '100',
    X_BUDGET_PERCENT_PER_HOUR: '100',
  })

  it('compares the sandbox with what is known of its accounts, and says that this is nothing of X', async () => {
    const { status, said } = await calibrate(
      [
        '# name item truth',
        '@sbx_search search_ban affected',
        'sbx_search, ghost_ban, clear',
        'SBX_all_bans search_ban clear',
        'sbx_unknown search_ban clear',
        '',
      ].join('\n'),
    )
    expect(status).toBe(0)
    expect(said).toContain(
      [
        'item                   truth    known  judged  agreed         95 % interval',
        'search_ban             clear    2      1       0       0 %    0–80 %',
        'search_ban             affected 1      1       1       100 %  20–100 %',
        'ghost_ban              clear    1      1       1       100 %  20–100 %',
      ].join('\n'),
    )
    expect(said).toContain('Not judged: 1 too_few.')
    expect(said).toContain('Contradicted: line 4 (affected).')
    expect(said).toContain('3 invented accounts of the sandbox: this says nothing of X.')
    expect(said).not.toMatch(/sbx_/i)
  })

  it("asks the server's own X once for each account, and tells the price", async () => {
    const { status, said } = await calibrate(
      'someone search_ban clear\nhidden search_ban affected\nsomeone ghost_ban clear',
      x(),
    )
    expect(status).toBe(0)
    expect(said).toMatch(/search_ban +clear +1 +1 +1 +100 %/)
    expect(said).toMatch(/search_ban +affected +1 +1 +1 +100 %/)
    expect(said).toMatch(/ghost_ban +clear +1 +0 +0 +– +–\n/)
    expect(said).toMatch(/2 accounts, \d+ calls of X, at most \$0\.\d{3} of the day's \$5\./)
    expect(stub.asked.filter((path) => path.startsWith(USER)).length).toBe(2)
  })

  it('keeps to the budget: what it cannot pay stays unjudged', async () => {
    const asked = stub.asked.length
    const lines = Array.from({ length: 5 }, (_, index) => `other${index} search_ban clear`).join('\n')
    const { status, said } = await calibrate(lines, { ...x(), X_BUDGET_USD_PER_DAY: '0.01' })
    expect(status).toBe(0)
    expect(said).toMatch(/Not judged: 5 budget_spent\./)
    expect(stub.asked.length).toBe(asked)
  })

  it('names the lines that it cannot read, and nothing of what is in them', async () => {
    const { status, said } = await calibrate('someone search_ban clear\nsecret-name search_ban maybe')
    expect(status).toBe(78)
    expect(said).toContain('Line 2 must hold a name')
    expect(said).not.toContain('secret')
  })
})
