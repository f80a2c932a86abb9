import * as v from 'valibot'
import { expect, it } from 'vitest'
import { recordByBan, recordByGroup } from '../../../contract/outcomes.ts'
import { AccountCheck, PostResult, SEARCH_METHOD_NAME, METHOD_VERSION } from '../../../contract/wire.ts'
import { GROUP_STYLES } from '../../../src/results/groups.ts'
import { methodOfAccountCheck, methodLine, methodOfPosts } from '../../../src/results/method.ts'
import { BAN_STATES, batchVerdict } from '../../../src/results/verdicts.ts'
import { methodVersionTexts } from '../../../src/text/how.ts'
import { resultText } from '../../../src/text/result.ts'

it('only a clear item has the sign ✅, and an unknown one is not judged', () => {
  const clear = Object.entries(BAN_STATES).filter(([, { mark, tone }]) =>
    [mark, tone].some((sign) => sign === '✅' || sign === 'ok'),
  )
  expect(clear.map(([name]) => name)).toEqual(['clear'])
  expect(BAN_STATES.unknown.isJudged).toBe(false)
})

const { postsVerdict: verdict } = resultText

const NONE = recordByGroup(() => 0)

it.each([
  [{ ok: 3 }, 0, 'ok', verdict.none],
  [{ ok: 3, excluded: 2, quote: 1, error: 1 }, 0, 'excluded', GROUP_STYLES.excluded.finding(2)],
  [{ ok: 3, quote: 1, error: 1 }, 0, 'warning', GROUP_STYLES.quote.finding(1)],
  [{ quote: 2, restricted: 1 }, 0, 'warning', GROUP_STYLES.quote.finding(2)],
  [{ ok: 3, restricted: 2, unsearched: 1 }, 0, 'warning', GROUP_STYLES.restricted.finding(2)],
  [{ ok: 3, error: 1 }, 0, 'warning', '判定できた3件に検索除外はありませんでした'],
  [{ ok: 3, unsearched: 1 }, 0, 'ok', verdict.partly(3)],
  [{ error: 2 }, 0, 'unknown', verdict.unknown],
  [{ unsearched: 2 }, 0, 'unknown', verdict.unsearched],
  [{ unsearched: 2, error: 1 }, 0, 'unknown', verdict.unknown],
  [{}, 0, 'unknown', verdict.unknown],
  [{ ok: 18, error: 4 }, 1, 'warning', verdict.failed(1)],
  [{ error: 4 }, 4, 'warning', verdict.failed(4)],
  [{ error: 4, unsearched: 37 }, 4, 'unknown', verdict.unknown],
  [{ ok: 18, excluded: 1, error: 4 }, 2, 'excluded', GROUP_STYLES.excluded.finding(1)],
] as const)(
  'the verdict on a batch names the worst of %o first (%i failed), and is clear only if everything is',
  (counts, failed, tone, sentence) => {
    expect(batchVerdict({ ...NONE, ...counts }, failed)).toEqual({ tone, sentence })
  },
)

it.each([
  [{ ok: 1 }, 1, 'warning', `日本では表示が制限されています。${verdict.none}。`],
  [{ ok: 3 }, 2, 'warning', `2件のポストは日本では表示が制限されています。${verdict.none}。`],
  [{ unsearched: 1 }, 1, 'warning', `日本では表示が制限されています。${verdict.unsearched}。`],
  [
    { ok: 3, excluded: 1 },
    2,
    'excluded',
    `2件のポストは日本では表示が制限されています。${GROUP_STYLES.excluded.finding(1)}。`,
  ],
] as const)(
  'the verdict on a batch of %o says first that X withholds %i of them in Japan',
  (counts, withheld, tone, sentence) => {
    expect(batchVerdict({ ...NONE, ...counts }, 0, withheld)).toEqual({ tone, sentence })
  },
)

const ASKED = 1_790_000_000_000
const post = (version: number | undefined, time: number) =>
  v.parse(PostResult, {
    url: 'https://x.com/a/status/1',
    status: 'AVAILABLE',
    evidence: { found: true, version, time },
  })

it('the method of an account check has its version and the time at which X was asked', () => {
  const items = recordByBan(() => ({ method: null, reason: null }))
  const check = (evidence: object) =>
    v.parse(v.pick(AccountCheck, ['evidence']), { evidence: { time: ASKED, items, ...evidence } })
  expect(methodOfAccountCheck(check({ version: 2 }))).toEqual({
    name: SEARCH_METHOD_NAME,
    version: 2,
    asked: ASKED,
  })
  expect(methodOfAccountCheck(check({}))).toBeNull()
  expect(methodOfAccountCheck({})).toBeNull()
})

it('the method of posts has the oldest version and the first time, also if rows were checked again', () => {
  const posts = [post(2, ASKED + 5), post(1, ASKED), post(undefined, ASKED - 5)]
  expect(methodOfPosts(posts)).toEqual({ name: SEARCH_METHOD_NAME, version: 1, asked: ASKED })
  expect(methodOfPosts([post(undefined, ASKED)])).toBeNull()
  expect(methodOfPosts([])).toBeNull()
})

it('the line about the method names its version, and the page about methods lists the changes of every version', () => {
  expect(methodLine({ name: SEARCH_METHOD_NAME, version: 2, asked: ASKED })).toMatch(
    /^判定方法：第2版（.+ \d+:\d\dにXへ問い合わせ）$/,
  )
  expect(methodLine({ name: SEARCH_METHOD_NAME, version: 2, asked: ASKED }, ASKED + 1)).toBe(
    '判定方法：第2版',
  )
  expect(methodLine({ name: SEARCH_METHOD_NAME, version: 2, asked: ASKED }, ASKED + 3_600_000)).toMatch(
    /にXへ/,
  )
  expect(methodVersionTexts.list.map(({ version }) => version)).toEqual(
    Array.from({ length: METHOD_VERSION }, (_, index) => METHOD_VERSION - index),
  )
})
