import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  readCloudflareConfig,
  logServerFailure,
  logFault,
  LOGGING_X_MONITOR,
} from '../../../server/cloudflare/isolate.ts'
import { answerOperatorCall } from '../../../server/cloudflare/operatorCalls.ts'
import { ConfigError, readConfig } from '../../../server/config.ts'
import { API_FAULT_SENTENCES, answersAgainSentence } from '../../../server/upstream/x/health.ts'
import { createMemoryStore } from '../testApp.ts'

describe('readCloudflareConfig', () => {
  function faultsOf(bindings: object): readonly string[] {
    try {
      readCloudflareConfig(bindings)
      return []
    } catch (error) {
      if (error instanceof ConfigError) return error.faults
      throw error
    }
  }

  it('readCloudflareConfig is read from its variables as a server reads its environment', () => {
    const variables = { UPSTREAM: 'x', X_BEARER_TOKEN: 'token', SITE_ORIGINS: 'https://a.example' }
    expect(readCloudflareConfig(variables)).toEqual(readConfig(variables))
    expect(readCloudflareConfig({})).toEqual(readConfig({}))
  })

  // Numbers under `vars` were once passed over without a word, and the default held.
  it('readCloudflareConfig reads a number in wrangler.jsonc like the same number in quotes', () => {
    expect(readCloudflareConfig({ POW_DIFFICULTY: 4, RATE_LIMIT_PER_MINUTE: 0 })).toMatchObject({
      difficulty: 4,
      ratePerMinute: 0,
    })
    expect(faultsOf({ POW_DIFFICULTY: 99 })).toEqual([expect.stringContaining('POW_DIFFICULTY')])
    expect(faultsOf({ X_POST_SEARCH: true })).toEqual([expect.stringContaining('X_POST_SEARCH')])
  })

  it('readCloudflareConfig names all variables at once that have a meaning only on a server of one’s own, unless they are empty', () => {
    const names = ['PORT', 'HOST', 'DATA_DIR', 'STORE_URL', 'TRUST_PROXY', 'METRICS_PORT', 'LOG_LEVEL']
    const all = (value: string) => Object.fromEntries(names.map((name) => [name, value]))
    expect(faultsOf(all('1'))).toEqual(
      names.map((name) => `${name} has no meaning on Cloudflare; remove it.`),
    )
    expect(faultsOf(all(''))).toEqual([])
    expect(faultsOf(all(' '))).toEqual([])
    expect(faultsOf({ LOG_LEVEL: 'info' })).toHaveLength(1)
  })
})

describe('isolateLog', () => {
  let lines: unknown[]
  beforeEach(() => {
    lines = []
    for (const level of ['info', 'warn', 'error'] as const) {
      vi.spyOn(console, level).mockImplementation((line: string) => {
        lines.push([level, JSON.parse(line)])
      })
    }
  })
  afterEach(() => vi.restoreAllMocks())

  it('isolateLog logs the kind, the sentence and the place of a fault', () => {
    const error = new TypeError('nothing there')
    logFault(error)
    const fault = { name: 'TypeError', message: 'nothing there', stack: error.stack }
    expect(lines).toEqual([['error', { level: 'error', msg: 'fault', ...fault }]])
  })

  it('isolateLog logs only the type of a thrown value that is no error, since it may contain anything', () => {
    logFault('@someone from 192.0.2.1')
    expect(lines).toEqual([
      ['error', { level: 'error', msg: 'fault', name: 'string', message: '', stack: '' }],
    ])
  })

  it.each([
    [499, undefined, 0],
    [500, 'internal', 1],
    [503, 'busy', 0],
  ])('isolateLog logs only answers that failed on this side: %i %s', (status, code, isLogged) => {
    const call = { route: '/api/ip', status, code, ms: 1 }
    logServerFailure(call)
    const line = JSON.parse(JSON.stringify({ level: 'warn', msg: 'answer', ...call })) as object
    expect(lines).toEqual(isLogged ? [['warn', line]] : [])
  })

  it('isolateLog logs when X refuses the operator, and when it answers again', () => {
    LOGGING_X_MONITOR.fault?.('user', 'token')
    LOGGING_X_MONITOR.fault?.('user', null)
    expect(lines).toEqual([
      ['warn', { level: 'warn', endpoint: 'user', msg: expect.stringContaining(API_FAULT_SENTENCES.token) }],
      ['info', { level: 'info', endpoint: 'user', msg: answersAgainSentence('user') }],
    ])
  })
})

it("the Worker's configuration schedules the rotation of keys, and keeps addresses and URLs of calls out of the logs", () => {
  const config = readFileSync(join(import.meta.dirname, '../../../server/cloudflare/wrangler.jsonc'), 'utf8')
  expect(config).toMatch(/^ {2}"triggers": \{ "crons": \["(?:[\d*/,-]+ ){4}[\d*/,-]+"\] \},$/m)
  expect(config).toContain('"logs": { "invocation_logs": false }')
})

it.each([
  ['a wrong token', { Authorization: 'Bearer wrong' }, 1],
  ['no token', {}, 0],
])(
  'a call of the operator with %s is refused as if there were no such call',
  async (_name, headers, told) => {
    const onWrongToken = vi.fn<() => void>()
    const request = new Request('https://checker.example/api/operator', { method: 'POST', headers })
    const parts = { token: 'a'.repeat(32), budgetUsd: 5, store: createMemoryStore(), onWrongToken }
    const secretBox = {
      name: '',
      read: async () => null,
      create: async () => null,
      replace: async () => false,
    }
    expect((await answerOperatorCall(request, { ...parts, secretBox })).status).toBe(404)
    expect(onWrongToken).toHaveBeenCalledTimes(told)
  },
)
