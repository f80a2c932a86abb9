import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { screenNameFault } from '../../contract/screenName.ts'
import * as wire from '../../contract/wire.ts'
import { ScreenName } from '../../contract/wire.ts'
import { createSandboxUpstream } from '../../server/upstream/sandbox.ts'
import { bodyFor, callerWith } from '../server/client.ts'

describe('ScreenName', () => {
  it.each([
    ['', 'length'],
    ['abcdefghijklmnop', 'length'],
    ['ａｂｃ', 'characters'],
    ['abc\n', 'characters'],
  ] as const)('a screen name may not be %j: %s', (name, fault) => {
    expect(screenNameFault(name)).toBe(fault)
    expect(v.is(ScreenName, name)).toBe(false)
  })

  it('a screen name is 1 to 15 letters, digits and underscores, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^\w{0,17}$/)), (text) => {
        const fits = /^[A-Za-z0-9_]{1,15}$/.test(text) && !text.endsWith('\n')
        expect(screenNameFault(text) === null).toBe(fits)
        expect(v.is(ScreenName, text)).toBe(fits)
      }),
    )
  })
})

const SCHEMAS: [string, v.GenericSchema][] = Object.entries(wire).flatMap(([name, schema]) =>
  typeof schema === 'object' && 'type' in schema ? [[name, schema as v.GenericSchema]] : [],
)

const group = fc.record({ rate_limit: fc.boolean() })
const flag = fc.option(fc.boolean())
const posts = fc.array(
  fc.record({ url: fc.string(), status: fc.anything(), isPinned: fc.anything() }, { requiredKeys: ['url'] }),
)
const account = fc.record(
  {
    suspend: flag,
    not_found: flag,
    protect: flag,
    no_tweet: flag,
    search_suggestion_ban: flag,
    search_ban: flag,
    ghost_ban: flag,
    reply_deboosting: flag,
    api_status: fc.record({ userSearchGroup: group, userTimelineGroup: group }),
    tweets: posts,
    user: fc.anything(),
  },
  { requiredKeys: ['suspend', 'not_found', 'protect', 'no_tweet', 'api_status'] },
)

describe('the schemas of the wire', () => {
  it.each(SCHEMAS)('the schema %s never throws, and touches no prototype', (_name, schema) => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        expect(typeof v.safeParse(schema, value).success).toBe('boolean')
      }),
    )
    v.safeParse(schema, JSON.parse('{"__proto__":{"polluted":true},"html":"","ip":"::1"}'))
    expect('polluted' in {}).toBe(false)
  })

  it('every valid account check is read, without its user, and with null for absent flags', () => {
    fc.assert(
      fc.property(account, (answer) => {
        const read = v.parse(wire.AccountCheck, answer)
        expect('user' in read).toBe(false)
        expect(read.search_ban).toBe(answer.search_ban ?? null)
        expect(read.tweets?.length).toBe(answer.tweets?.length)
      }),
    )
  })

  it('a question, or a batch, with a member of another type is refused', () => {
    for (const part of [{ screen_name: 7 }, { key: null }, { searchban: 1 }, { repost: 'no' }])
      expect(v.is(wire.CheckRequest, { ...bodyFor('someone'), ...part })).toBe(false)
    for (const key of [{}, 't']) expect(v.is(wire.BatchRequest, { urls: ['x'], key })).toBe(false)
    expect(v.is(wire.BatchRequest, { urls: ['x'], key: { token: 't' } })).toBe(true)
  })

  it('X’s rate limits are read with their end time, or without it if the time is invalid', () => {
    const [answer] = fc.sample(account, 1)
    const read = (userSearchGroup: unknown) =>
      v.parse(wire.AccountCheck, {
        ...answer,
        api_status: { userSearchGroup, userTimelineGroup: { rate_limit: false } },
      }).api_status
    expect(read({ rate_limit: true, reset: 5 })).toEqual({
      userSearchGroup: { rate_limit: true, reset: 5 },
      userTimelineGroup: { rate_limit: false },
    })
    expect(read({ rate_limit: true, reset: 'soon' })).toMatchObject({ userSearchGroup: { rate_limit: true } })
    expect(() => read({ rate_limit: 1 })).toThrow('Expected boolean')
  })

  it('an unknown status is kept, and a status of the wrong type is read as missing', () => {
    const status = (value: unknown) => v.parse(wire.PostResult, { url: '', status: value }).status
    expect(status('SOMETHING_NEW')).toBe('SOMETHING_NEW')
    expect([null, 7, {}, undefined].map(status)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('an author is read only if it is a valid screen name', () => {
    const author = (value: string) =>
      v.parse(wire.PostResult, { url: '', evidence: { author: value } }).evidence?.author
    expect(['a_1', 'x'.repeat(50)].map(author)).toEqual(['a_1', 'x'.repeat(50)])
    expect(new Set(['', '@a', 'a b', 'x'.repeat(51)].map(author))).toEqual(new Set([undefined]))
  })

  it('an account check of another shape is refused', () => {
    fc.assert(
      fc.property(account, fc.constantFrom('suspend', 'api_status', 'tweets'), (answer, broken) => {
        expect(v.is(wire.AccountCheck, { ...answer, [broken]: 'broken' })).toBe(false)
      }),
    )
  })

  it('a challenge key is accepted only if it can be a header value', () => {
    const isAccepted = (key: unknown) => v.is(wire.Challenge, { key, value: '' })
    expect(['a', '~'.repeat(512)].filter(isAccepted)).toHaveLength(2)
    expect(['', ' ', 'a b', 'a\n', 'é', '鍵', 'a'.repeat(513), 7].filter(isAccepted)).toEqual([])
  })

  it('a timestamp is read in milliseconds or as ISO text', () => {
    const history = (timestamp: unknown) => ({ results: [], timestamp })
    const read = (timestamp: unknown) => v.parse(wire.BatchHistory, history(timestamp)).timestamp
    expect(read('2026-11-21T09:00:00.000Z')).toBe(Date.UTC(2026, 10, 21, 9))
    for (const known of [5, -5, 8.64e15, -8.64e15]) expect(read(known)).toBe(known)
    for (const wrong of ['yesterday', '', null, Number.NaN, Infinity, {}, 8.65e15, -8.65e15])
      expect(v.is(wire.BatchHistory, history(wrong))).toBe(false)
  })
})

describe('the evidence of an account check', () => {
  const sandbox = createSandboxUpstream(0, 'none', () => 1_790_000_000_000)
  const answerOf = (name: string) =>
    sandbox.checkAccount(bodyFor(name), callerWith(AbortSignal.timeout(5000)))

  it('evidence that does not fit its schema is dropped, and the answer is kept', async () => {
    const answer = await answerOf('sbx_search')
    const read = (evidence: unknown) => v.parse(wire.AccountCheck, { ...answer, evidence }).evidence
    expect(read(answer.evidence)).toEqual(answer.evidence)
    expect(read(undefined)).toBeUndefined()
    fc.assert(
      fc.property(fc.anything(), (odd) => {
        expect(['undefined', 'object']).toContain(typeof read(odd))
      }),
    )
  })

  it('evidence with an unknown reason or method is read without it', async () => {
    const { evidence, ...answer } = await answerOf('sbx_search')
    const item = { ...evidence?.items.search_ban, method: 'new way', reason: 'new reason' }
    const newer = { ...answer, evidence: { ...evidence, items: { ...evidence?.items, search_ban: item } } }
    expect(v.parse(wire.AccountCheck, newer).evidence?.items.search_ban).toMatchObject({
      method: null,
      reason: null,
      looked: 20,
      found: 0,
    })
  })

  it.each([
    ['sbx_clear', { method: 'recent_search', reason: null, looked: 20, found: 20 }],
    ['sbx_search', { method: 'recent_search', reason: null, looked: 20, found: 0 }],
    ['sbx_unknown', { method: 'recent_search', reason: { cause: 'too_few' }, looked: 2, found: 0 }],
    ['sbx_suspended', { method: null, reason: { cause: 'account' } }],
    ['sbx_limit_user', { method: null, reason: { cause: 'limited', part: 'search' } }],
  ])('the sandbox invents evidence for %s, with a time', async (name, expected) => {
    const { evidence } = await answerOf(name)
    expect(evidence).toMatchObject({ time: 1_790_000_000_000, items: { search_ban: expected } })
  })
})
