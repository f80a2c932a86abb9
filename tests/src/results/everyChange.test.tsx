import * as fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { BANS, GROUPS } from '../../../contract/outcomes.ts'
import { LogAccountCard } from '../../../src/log/LogCards.tsx'
import { changeSentence } from '../../../src/results/changes.ts'
import type { GroupCounts } from '../../../src/results/posts.ts'
import type { LoggedCheck } from '../../../src/storage/records.ts'
import { loggedCheck } from '../log/deviceLog.ts'

const saysSame = (before: LoggedCheck, now: LoggedCheck) =>
  changeSentence(before, now).endsWith('から変わっていません')

/** No posts, and every way in which each of the six groups has a post or none. */
const POSTS: (GroupCounts | null)[] = [
  null,
  ...Array.from({ length: 2 ** GROUPS.length }, (_, bits) => {
    const [ok = 0, excluded = 0, quote = 0, restricted = 0, unsearched = 0, error = 0] = GROUPS.map(
      (_, place) => (bits >> place) & 1,
    )
    return { ok, excluded, quote, restricted, unsearched, error }
  }),
]

it('says that nothing changed of equal counts alone, over all 4,225 pairs of them', () => {
  const pairs = POSTS.flatMap((before) => POSTS.map((now) => [before, now] as const))
  const same = pairs.filter(([before, now]) =>
    saysSame(loggedCheck({ posts: before }), loggedCheck({ posts: now })),
  )
  expect(pairs).toHaveLength(4225)
  expect(same.filter(([before, now]) => before !== now)).toEqual([])
  expect(same).toHaveLength(65)
})

const flag = fc.constantFrom(true, false, null)
const count = fc.nat({ max: 2 })
/** Records that differ in everything but when they were made and whom they are about. */
const checks = fc
  .record({
    state: fc.constantFrom('open' as const, 'no_tweet' as const, 'not_found' as const, 'suspend' as const),
    bans: fc.record({
      search_suggestion_ban: flag,
      search_ban: flag,
      ghost_ban: flag,
      reply_deboosting: flag,
    }),
    partly: fc.option(fc.record({ looked: fc.constantFrom(5, 6), found: count })),
    withheld: fc.subarray(['JP', 'DE', 'XX']),
    postsMissing: fc.boolean(),
    version: fc.constantFrom(null, 1, 2),
    posts: fc.option(
      fc.record({
        ok: count,
        excluded: count,
        quote: count,
        restricted: count,
        unsearched: count,
        error: count,
      }),
    ),
  })
  .map(loggedCheck)

/** All that the log shows of a check, without what changed. */
const shown = (check: LoggedCheck) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <LogAccountCard
        account={check.account}
        name={check.name}
        entries={[{ check, before: null }]}
        findings={[]}
      />
    </MemoryRouter>,
  )

/** Two records that differ in at most one member, or in any. */
const pairs = fc
  .tuple(
    checks,
    checks,
    fc.constantFrom('all', 'state', 'posts', 'partly', 'withheld', 'postsMissing', ...BANS),
  )
  .map(([before, other, member]): [LoggedCheck, LoggedCheck] => {
    if (member === 'all') return [before, other]
    const ban = BANS.find((ban) => ban === member)
    if (ban) return [before, { ...before, bans: { ...before.bans, [ban]: other.bans[ban] } }]
    return [before, { ...before, [member]: other[member as 'state'] }]
  })

it('never says that nothing changed of two checks that the log shows differently, and always of the same one', () => {
  fc.assert(
    fc.property(pairs, ([before, now]) => {
      expect(saysSame(before, now) && shown(before) !== shown(now)).toBe(false)
      expect(saysSame(before, { ...before, at: before.at + 1 })).toBe(true)
    }),
  )
})

it('compares no checks by different versions of the method, nor with one whose version is not known', () => {
  const sentence = '前回（1970年1月1日 09時00分）とは判定の方法が違うため、比べていません'
  const at = new Date(1970, 0, 1, 9).getTime()
  const banned = { ...loggedCheck().bans, search_ban: true }
  expect(changeSentence(loggedCheck({ at, version: 1 }), loggedCheck({ version: 2, bans: banned }))).toBe(
    sentence,
  )
  expect(changeSentence(loggedCheck({ at }), loggedCheck({ version: 1 }))).toBe(sentence)
  expect(changeSentence(loggedCheck({ at, version: 2 }), loggedCheck({ version: 2 }))).toContain(
    '変わっていません',
  )
})
