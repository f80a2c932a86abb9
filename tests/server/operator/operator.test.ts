import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { ConfigError, configWarnings, readConfig, withSecretFiles } from '../../../server/config.ts'
import { toBlockList } from '../../../server/http/limits.ts'
import { DenyFileError, openDeniedAddresses } from '../../../server/operator/deniedAddresses.ts'
import { createSettings, writeSharedSettings } from '../../../server/operator/settings.ts'
import { createTroubles } from '../../../server/operator/troubles.ts'
import { watchForUnnamedProxy } from '../../../server/operator/unnamedProxy.ts'
import { createSandboxUpstream } from '../../../server/upstream/sandbox.ts'
import { createSwitchingUpstream } from '../../../server/openUpstream.ts'
import { misspeltVariables } from '../../../server/variables.ts'
import { bodyFor, checkAccount, inProcess, outcome, post } from '../client.ts'
import { scratchFolder } from '../scratch.ts'
import { createMemoryStore, testApp } from '../testApp.ts'

describe('a name in the environment that is none of ours', () => {
  it.each([
    ['X_BEARER_TOKE', 'X_BEARER_TOKEN'],
    ['X_WHATEVER_ELSE', ''],
    ['UPSTREEM', 'UPSTREAM'],
    ['TRUST_PROXIES', 'TRUST_PROXY'],
    ['HISTORY_DAY', 'HISTORY_DAYS'],
    ['X_BEARER_TOKEN_FIL', 'X_BEARER_TOKEN_FILE'],
  ])('the name %s in the environment causes a warning that names another one', (wrong, right) => {
    const [sentence = '', ...others] = misspeltVariables({ [wrong]: 'value' })
    expect(others).toEqual([])
    expect(sentence).toContain(`${wrong} is not a variable`)
    expect(sentence).toContain(`Did you mean ${right}`)
    expect(sentence).not.toContain('value')
  })

  it('a name in the environment causes no warning if it belongs to the system, is empty or is correct', () => {
    const usual = ['PATH', 'HOME', 'PWD', 'HOSTNAME', 'USER', 'LANG', 'SHLVL', 'TERM', 'NODE_ENV', 'TZ']
    const env = Object.fromEntries([...usual, 'X_JUDGE', 'STORE_URL_FILE'].map((name) => [name, 'x']))
    expect(misspeltVariables({ ...env, X_BEARER: '' })).toEqual([])
  })
})

it('A token without UPSTREAM=x is a warning', () => {
  expect(configWarnings(readConfig({ X_BEARER_TOKEN: 'secret' }))).toEqual([
    expect.stringMatching(/^X_BEARER_TOKEN is set, but UPSTREAM is not "x"/),
  ])
})

it('TRUST_PROXY=::1 alone makes the server listen at ::1', () => {
  expect(readConfig({ TRUST_PROXY: '::1' }).host).toBe('::1')
  expect(readConfig({ TRUST_PROXY: '127.0.0.1' }).host).toBe('127.0.0.1')
  const both = readConfig({ TRUST_PROXY: '127.0.0.1,::1' })
  expect(configWarnings(both).join()).toContain('TRUST_PROXY names ::1')
})

describe('a secret in a file', () => {
  const path = join(scratchFolder(), 'token')
  writeFileSync(path, 'a-token\n')

  it('a secret in a file is read without the line end', () => {
    const env = withSecretFiles({ UPSTREAM: 'x', X_BEARER_TOKEN_FILE: path })
    expect(readConfig(env).bearerToken).toBe('a-token')
  })

  it.each([
    [{ X_BEARER_TOKEN: 'other', X_BEARER_TOKEN_FILE: path }, 'must not be set together'],
    [{ STORE_URL_FILE: '/none' }, 'STORE_URL_FILE must name a file that can be read (ENOENT)'],
  ])('a secret in a file is refused in one sentence for %o', (env, sentence) => {
    expect(() => withSecretFiles(env)).toThrow(ConfigError)
    expect(() => withSecretFiles(env)).toThrow(sentence)
  })
})

it('a proxy that is not named is detected once, by a private address that forwards another address', async () => {
  const found = vi.fn<() => void>()
  const named = vi.fn<() => void>()
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  watchForUnnamedProxy(server, null, found)
  watchForUnnamedProxy(server, toBlockList(['127.0.0.1']), named)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await fetch(url)
  expect(found).not.toHaveBeenCalled()
  for (let time = 0; time < 2; time++) await fetch(url, { headers: { 'X-Forwarded-For': '198.51.100.1' } })
  expect(found).toHaveBeenCalledTimes(1)
  expect(named).not.toHaveBeenCalled()
  server.close()
})

it('problems are logged once, and are in /healthz until they are over', async () => {
  const told: string[] = []
  const troubles = createTroubles((sentence) => told.push(sentence))
  const app = testApp({ troubles: troubles.read, version: '0.1.0 (abc)' })
  const health = async () => (await (await app.request('/healthz')).json()) as object
  expect(await health()).toEqual({ status: 'ok', version: '0.1.0 (abc)' })
  for (let time = 0; time < 2; time++) troubles.note('saves', 'Saves fail.')
  troubles.note('proxy', 'A proxy.')
  expect(await health()).toEqual({ status: 'ok', version: '0.1.0 (abc)', trouble: 'Saves fail. A proxy.' })
  troubles.clear('saves')
  troubles.clear('proxy')
  expect(await health()).not.toHaveProperty('trouble')
  expect(told).toEqual(['Saves fail.', 'A proxy.'])
})

describe('settings of the operator', () => {
  const environment = { notice: 'from the environment', maintenance: '', judged: ['posts'] as const }

  it('the operator’s settings are those of the environment until shared ones replace them, and again when those are cleared', async () => {
    const store = createMemoryStore()
    const settings = createSettings(
      store,
      environment,
      createTroubles(() => undefined),
    )
    await settings.refresh()
    expect(settings.current()).toEqual(environment)
    await writeSharedSettings(store, { notice: 'Tonight', judged: [] })
    expect(settings.current().notice).toBe('from the environment')
    await settings.refresh()
    expect(settings.current()).toEqual({ notice: 'Tonight', maintenance: '', judged: [] })
    await writeSharedSettings(store, {})
    await settings.refresh()
    expect(settings.current()).toEqual(environment)
  })

  it('the operator’s settings are ignored if the store contains something else', async () => {
    const store = createMemoryStore()
    await store.writeSettings('{"notice":5}')
    const settings = createSettings(
      store,
      environment,
      createTroubles(() => undefined),
    )
    await settings.refresh()
    expect(settings.current()).toEqual(environment)
  })

  it('the operator’s settings stay in force after the store lost them, and /healthz says so until they are set again', async () => {
    const store = createMemoryStore()
    const troubles = createTroubles(() => undefined)
    const settings = createSettings(store, environment, troubles)
    const app = testApp({ troubles: troubles.read })
    const troubleAfterRefresh = async () => {
      await settings.refresh()
      return ((await (await app.request('/healthz')).json()) as { trouble?: string }).trouble
    }
    expect(await troubleAfterRefresh()).toBeUndefined()
    await writeSharedSettings(store, { maintenance: 'Back at noon' })
    expect(await troubleAfterRefresh()).toBeUndefined()
    const { readSettings } = store
    store.readSettings = createMemoryStore().readSettings
    expect(await troubleAfterRefresh()).toContain('lost the settings of the operator')
    expect(settings.current().maintenance).toBe('Back at noon')
    store.readSettings = readSettings
    expect(await troubleAfterRefresh()).toBeUndefined()
  })

  it('the operator’s settings are in /api/capabilities, and maintenance refuses checks with its text before anything is counted', async () => {
    const settings = { notice: 'Tonight', maintenance: '' }
    const counted: string[] = []
    const app = testApp({
      settings: () => settings,
      limits: { ensure: async () => undefined, count: async (kind) => void counted.push(kind) },
    })
    const call = inProcess(app)
    const capabilities = async () => (await (await app.request('/api/capabilities')).json()) as object
    expect(await capabilities()).toMatchObject({ notice: 'Tonight' })
    expect(await capabilities()).not.toHaveProperty('maintenance')
    settings.maintenance = 'Back at noon.'
    expect(await capabilities()).toMatchObject({ notice: 'Back at noon.', maintenance: true })
    const refused = await post(call, '/api/generate-keyvalue', bodyFor('sbx_clear'))
    expect(refused.status).toBe(503)
    expect(refused.headers.get('Retry-After')).toBe('60')
    expect(await refused.json()).toEqual({ message: 'Back at noon.', code: 'maintenance' })
    expect((await post(call, '/api/check-by-user', bodyFor('sbx_clear'))).status).toBe(503)
    expect(counted).toEqual([])
    settings.maintenance = ''
    expect((await checkAccount(call, bodyFor('sbx_clear'))).status).toBe(200)
  })
})

it('the upstream is opened again when the items to judge change, and only then', async () => {
  let judged: ('posts' | 'search_ban')[] = ['search_ban']
  const opened: string[] = []
  const upstream = createSwitchingUpstream(
    () => judged,
    (items) => {
      opened.push(items.join())
      return {
        ...createSandboxUpstream(),
        capabilities: { bans: items.length > 0 ? ['search_ban'] : [], posts: 'none' },
      }
    },
  )
  expect(upstream.capabilities.bans).toEqual(['search_ban'])
  judged = ['search_ban']
  expect(upstream.capabilities.bans).toEqual(['search_ban'])
  judged = []
  expect(upstream.capabilities.bans).toEqual([])
  expect(opened).toEqual(['search_ban', ''])
})

describe('denied addresses', () => {
  const path = join(scratchFolder(), 'deny.txt')

  it('denied addresses get 403 before anything is spent; others are answered', async () => {
    const { isDenied } = openDeniedAddresses({ denied: ['192.0.2.0/24', '2001:db8::/32'], denyFile: '' })
    for (const address of ['192.0.2.7', '2001:db8:1::1']) {
      const counted: string[] = []
      const app = testApp({
        isDenied,
        addressOf: () => address,
        limits: { ensure: async () => undefined, count: async (kind) => void counted.push(kind) },
      })
      const refused = await outcome(post(inProcess(app), '/api/generate-keyvalue', bodyFor('sbx_clear')))
      expect(refused).toEqual({ status: 403, code: 'denied' })
      expect(counted).toEqual([])
      expect((await app.request('/healthz')).status).toBe(200)
    }
    const other = testApp({ isDenied, addressOf: () => '198.51.100.1' })
    expect((await checkAccount(inProcess(other), bodyFor('sbx_clear'))).status).toBe(200)
  })

  it('denied addresses are read again from the file; a wrong line keeps the former list in force and is not repeated', () => {
    writeFileSync(path, '# a comment\n192.0.2.1\n\n')
    const denied = openDeniedAddresses({ denied: [], denyFile: path })
    expect([denied.isDenied('192.0.2.1'), denied.isDenied('192.0.2.2')]).toEqual([true, false])
    writeFileSync(path, '192.0.2.2 # another\n')
    denied.reload()
    expect([denied.isDenied('192.0.2.1'), denied.isDenied('192.0.2.2')]).toEqual([false, true])
    writeFileSync(path, '192.0.2.3\nsomebody\n')
    expect(() => denied.reload()).toThrow(DenyFileError)
    expect(() => denied.reload()).toThrow(/^Line 2 of DENY_FILE must hold an IP address or a CIDR range\.$/)
    expect(denied.isDenied('192.0.2.2')).toBe(true)
  })
})
