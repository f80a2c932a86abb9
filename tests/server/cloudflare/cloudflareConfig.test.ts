import { describe, expect, it } from 'vitest'
import { cloudflareConfig } from '../../../server/cloudflare/isolate.ts'
import { ConfigError, readConfig } from '../../../server/config.ts'

function faultsOf(bindings: object): readonly string[] {
  try {
    cloudflareConfig(bindings)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
}

describe("a Worker's configuration", () => {
  it('is read from its variables as a server reads its environment', () => {
    const variables = { UPSTREAM: 'x', X_BEARER_TOKEN: 'token', SITE_ORIGINS: 'https://a.example' }
    expect(cloudflareConfig(variables)).toEqual(readConfig(variables))
    expect(cloudflareConfig({})).toEqual(readConfig({}))
    expect(faultsOf({ POW_DIFFICULTY: '99' })).toEqual([expect.stringContaining('POW_DIFFICULTY')])
  })

  // Numbers under `vars` were once passed over without a word, and the default held.
  it('takes a number in wrangler.jsonc for what it says', () => {
    expect(cloudflareConfig({ POW_DIFFICULTY: 4, RATE_LIMIT_PER_MINUTE: 0 })).toMatchObject({
      difficulty: 4,
      ratePerMinute: 0,
    })
    expect(faultsOf({ POW_DIFFICULTY: 99 })).toEqual([expect.stringContaining('POW_DIFFICULTY')])
    expect(faultsOf({ X_POST_SEARCH: true })).toEqual([expect.stringContaining('X_POST_SEARCH')])
  })

  it('passes over what binds something else', () => {
    expect(faultsOf({ ASSETS: {}, STORE: { idFromName: () => undefined }, PORT: {}, HOST: null })).toEqual([])
  })

  it('names everything at once that has a meaning on a machine of its own alone, unless it is empty', () => {
    const names = ['PORT', 'HOST', 'METRICS_PORT', 'DATA_DIR', 'STORE_URL', 'TRUST_PROXY', 'LOG_LEVEL']
    const all = (value: string) => Object.fromEntries(names.map((name) => [name, value]))
    expect(faultsOf(all('1'))).toEqual(
      names.map((name) => `${name} has no meaning on Cloudflare; remove it.`),
    )
    expect(faultsOf(all(''))).toEqual([])
    expect(faultsOf(all(' '))).toEqual([])
    expect(faultsOf({ LOG_LEVEL: 'info' })).toHaveLength(1)
  })
})
