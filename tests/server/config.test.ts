import { describe, expect, it } from 'vitest'
import { ConfigError, configWarnings, readConfig } from '../../server/config.ts'

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as ConfigError).faults
  }
}

describe('the configuration', () => {
  it('the configuration has defaults for everything, and treats an empty value as unset', () => {
    const names = ['PORT', 'STORE_URL', 'UPSTREAM', 'SITE_ORIGINS', 'TRUST_PROXY', 'METRICS_PORT']
    const empty = Object.fromEntries(names.map((name) => [name, '']))
    expect(readConfig(empty)).toEqual(readConfig({}))
    expect(readConfig({})).toMatchObject({
      port: 8787,
      metricsPort: null,
      dataDir: 'data',
      upstream: 'sandbox',
      difficulty: 3,
      ratePerMinute: 60,
      historyMs: 90 * 86_400_000,
    })
  })

  it('the configuration judges every item, the listed ones, or none', () => {
    const judged = (value: string) => readConfig({ X_JUDGE: value }).judged
    expect(['', 'posts', 'search_ban, posts', 'none'].map(judged)).toEqual([
      ['search_ban', 'posts'],
      ['posts'],
      ['search_ban', 'posts'],
      [],
    ])
  })

  it('the configuration reads lists that are separated by commas or spaces', () => {
    const config = readConfig({
      SITE_ORIGINS: 'https://a.example, http://localhost:5173',
      TRUST_PROXY: '10.0.0.0/8 ::1',
    })
    expect(config.origins).toEqual(['https://a.example', 'http://localhost:5173'])
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1'])
  })

  it.each([
    ['PORT', '70000'],
    ['PORT', '80x'],
    ['METRICS_PORT', '-1'],
    ['STORE_URL', 'mysql://x'],
    ['UPSTREAM', 'twitter'],
    ['X_BEARER_TOKEN', 'two words'],
    ['X_POST_SEARCH', 'yes'],
    ['X_POST_SEARCH_MAX', '201'],
    ['X_CANARY', '@XDevelopers'],
    ['X_JUDGE', 'ghost_ban'],
    ['X_JUDGE', 'none,posts'],
    ['NOTICE', 'two\nlines'],
    ['NOTICE', 'x'.repeat(201)],
    ['DENY', '10.0.0.0/0'],
    ['METRICS_HOST', 'localhost'],
    ['X_API_BASE', 'https://api.x.com/2'],
    ['X_API_BASE', 'https://user:secret@api.x.com'],
    ['X_OEMBED_BASE', 'file:///etc'],
    ['HOST', 'example.org'],
    ['POW_DIFFICULTY', '6'],
    ['SITE_ORIGINS', 'https://a.example/'],
    ['SITE_ORIGINS', 'https://*.example'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/8/8'],
    ['TRUST_PROXY', '128.0.0.0/1'],
    ['TRUST_PROXY', '::/0'],
    ['SANDBOX_FAULT', 'sometimes'],
    ['HISTORY_DAYS', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('the configuration refuses %s=%s with one sentence that names it', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name} must .+\\.$`))
  })

  it('the configuration accepts an origin for the base of X with or without its slash', () => {
    expect(readConfig({ X_API_BASE: 'http://127.0.0.1:8080' }).apiBase).toBe('http://127.0.0.1:8080')
    expect(readConfig({ X_API_BASE: 'https://api.x.com/' }).apiBase).toBe('https://api.x.com/')
  })

  it('the configuration lets only this machine reach a server behind a proxy, and everybody reach any other, unless HOST is set', () => {
    expect(readConfig({}).host).toBeNull()
    expect(readConfig({ TRUST_PROXY: '127.0.0.1' }).host).toBe('127.0.0.1')
    expect(readConfig({ TRUST_PROXY: '10.0.0.1', HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
    expect(readConfig({ HOST: '::1' }).host).toBe('::1')
  })

  it('the configuration names every mistake at once, and no secret', () => {
    const faults = faultsOf({ PORT: 'x', UPSTREAM: 'y', X_BEARER_TOKEN: 'very secret' })
    expect(faults).toHaveLength(3)
    expect(faults.join()).not.toContain('secret')
    expect(() => readConfig({ PORT: 'x' })).toThrow(ConfigError)
  })
})

describe('warnings', () => {
  const warnings = (env: Record<string, string>) => configWarnings(readConfig(env))
  const X = { UPSTREAM: 'x' }

  it.each([
    ['the defaults', {}],
    ['X with its defaults', X],
    ['invented answers without limits and work', { RATE_LIMIT_PER_MINUTE: '0', POW_DIFFICULTY: '0' }],
    ['proxies on this machine', { TRUST_PROXY: '127.0.0.0/8 127.0.0.1' }],
    ['a proxy on this machine that has IPv6 alone', { TRUST_PROXY: '::1' }],
    ['a proxy elsewhere where HOST was decided', { TRUST_PROXY: '10.0.0.7', HOST: '10.0.0.5' }],
  ])('no warning is given about %s', (_what, env) => expect(warnings(env)).toEqual([]))

  it.each([
    ['RATE_LIMIT_PER_MINUTE', { ...X, RATE_LIMIT_PER_MINUTE: '0' }],
    ['POW_DIFFICULTY', { ...X, POW_DIFFICULTY: '0' }],
    ['X_API_BASE', { ...X, X_API_BASE: 'http://x.example', X_BEARER_TOKEN: 'token' }],
    ['HOST', { TRUST_PROXY: '10.0.0.7' }],
  ])('a warning names %s in one sentence if it is dangerous', (name, env) => {
    const found = warnings(env)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(new RegExp(`^.*\\b${name}\\b.*\\.$`))
  })
})
