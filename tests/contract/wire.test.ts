import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as wire from '../../contract/wire.ts'

const SCHEMAS: [string, v.GenericSchema][] = Object.entries(wire).flatMap(([name, schema]) =>
  'type' in schema ? [[name, schema as v.GenericSchema]] : [],
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
  it.each(SCHEMAS)('%s answers for anything without throwing, and touches no prototype', (_name, schema) => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true }), (value) => {
        expect(typeof v.safeParse(schema, value).success).toBe('boolean')
      }),
    )
    v.safeParse(schema, JSON.parse('{"__proto__":{"polluted":true},"html":"","ip":"::1"}'))
    expect('polluted' in {}).toBe(false)
  })

  it('read every account check that can be meant, without the user and with null for what is absent', () => {
    fc.assert(
      fc.property(account, (answer) => {
        const read = v.parse(wire.AccountCheck, answer)
        expect('user' in read).toBe(false)
        expect(read.search_ban).toBe(answer.search_ban ?? null)
        expect(read.tweets?.length).toBe(answer.tweets?.length)
      }),
    )
  })

  it('keep a status that nobody knows, and read a wrong one as missing', () => {
    const status = (value: unknown) => v.parse(wire.PostResult, { url: '', status: value }).status
    expect(status('SOMETHING_NEW')).toBe('SOMETHING_NEW')
    expect([null, 7, {}, undefined].map(status)).toEqual([undefined, undefined, undefined, undefined])
  })

  it('refuse an account check of another shape', () => {
    fc.assert(
      fc.property(account, fc.constantFrom('suspend', 'api_status', 'tweets'), (answer, broken) => {
        expect(v.is(wire.AccountCheck, { ...answer, [broken]: 'broken' })).toBe(false)
      }),
    )
  })

  it('take a challenge key that can be a header value, and no other', () => {
    for (const key of ['a', '~'.repeat(512)]) expect(v.is(wire.ChallengeKey, key)).toBe(true)
    for (const key of ['', ' ', 'a b', 'a\n', 'é', '鍵', 'a'.repeat(513), 7])
      expect(v.is(wire.ChallengeKey, key)).toBe(false)
  })

  it('take 1 to 200 URLs a batch', () => {
    const fits = (count: number) =>
      v.is(wire.BatchRequest, { urls: Array.from({ length: count }, () => 'x'), key: { token: 't' } })
    expect([0, 1, 200, 201].map(fits)).toEqual([false, true, true, false])
  })

  it('read a timestamp in milliseconds or as ISO text', () => {
    const read = (timestamp: unknown) => v.safeParse(wire.History, { results: [], timestamp })
    expect(read('2026-11-21T09:00:00.000Z').output).toEqual({
      results: [],
      timestamp: Date.UTC(2026, 10, 21, 9),
    })
    expect(read(5).output).toEqual({ results: [], timestamp: 5 })
    for (const wrong of ['yesterday', '', null, Number.NaN, Infinity, {}])
      expect(read(wrong).success).toBe(false)
  })

  it('take addresses of both families', () => {
    for (const ip of ['203.0.113.9', '2001:db8::1']) expect(v.is(wire.IpAnswer, { ip })).toBe(true)
    for (const ip of ['localhost', '', '1.2.3', 7]) expect(v.is(wire.IpAnswer, { ip })).toBe(false)
  })
})
