import { GROUP_LOOKS } from '../../../src/results/groups.ts'
import { describe, expect, it } from 'vitest'
import { BANS } from '../../../contract/outcomes.ts'
import { BAN_STATES, banLabel, batchVerdict, stateOfFlag } from '../../../src/results/verdicts.ts'
import { resultText } from '../../../src/text/result.ts'

describe('banStates', () => {
  it('counts only flags as judged, and gives ✅ to nothing but a clear one', () => {
    expect([true, false, null].map((flag) => stateOfFlag(flag))).toEqual(['found', 'clear', 'unknown'])
    const clear = Object.entries(BAN_STATES).filter(([, { mark, tone }]) =>
      [mark, tone].some((sign) => sign === '✅' || sign === 'ok'),
    )
    expect(clear.map(([name]) => name)).toEqual(['clear'])
    expect(BAN_STATES.unknown.isJudged).toBe(false)
  })

  it('names each ban with what it does', () => {
    expect(BANS.map(banLabel)).toEqual([
      'Search Suggestion Ban（検索候補に出にくい）',
      'Search Ban（検索に出ない）',
      'Ghost Ban（返信が表示されない）',
      'Reply Deboosting（返信が下に回される）',
    ])
  })
})

describe('batchVerdict', () => {
  const { postsVerdict: verdict } = resultText

  const NEW = { restricted: 0, unsearched: 0 }

  it.each([
    [{ ok: 3, excluded: 0, quote: 0, error: 0, ...NEW }, 'ok', verdict.none],
    [{ ok: 3, excluded: 2, quote: 1, error: 1, ...NEW }, 'excluded', GROUP_LOOKS.excluded.finding(2)],
    [{ ok: 3, excluded: 0, quote: 1, error: 1, ...NEW }, 'warning', GROUP_LOOKS.quote.finding(1)],
    [{ ok: 3, excluded: 0, quote: 0, error: 1, ...NEW }, 'warning', verdict.partly],
    [{ ok: 0, excluded: 0, quote: 0, error: 2, ...NEW }, 'unknown', verdict.unknown],
    [{ ok: 3, excluded: 0, quote: 0, error: 0, restricted: 0, unsearched: 1 }, 'ok', verdict.partly],
    [
      { ok: 3, excluded: 0, quote: 0, error: 0, restricted: 2, unsearched: 1 },
      'warning',
      GROUP_LOOKS.restricted.finding(2),
    ],
    [{ ok: 0, excluded: 0, quote: 0, error: 0, ...NEW }, 'unknown', verdict.unknown],
    [
      { ok: 0, excluded: 0, quote: 2, error: 0, restricted: 1, unsearched: 0 },
      'warning',
      GROUP_LOOKS.quote.finding(2),
    ],
  ] as const)(
    'says the worst of %o first, and calls the whole clear only where it is',
    (counts, tone, sentence) => {
      expect(batchVerdict(counts, 0)).toEqual({ tone, sentence })
    },
  )

  it('says that search was not asked only where that is why none was judged', () => {
    const none = { ok: 0, excluded: 0, quote: 0, error: 0, ...NEW }
    const said = (counts: Partial<typeof none>) => batchVerdict({ ...none, ...counts }, 0)
    expect(said({ unsearched: 2 })).toEqual({ tone: 'unknown', sentence: verdict.unsearched })
    expect(said({ unsearched: 2, error: 1 }).sentence).toBe(verdict.unknown)
    expect(said({}).sentence).toBe(verdict.unknown)
  })

  it('is amber, and says so, where posts could not be fetched and nothing worse was found', () => {
    const counts = { ok: 18, excluded: 0, quote: 0, error: 4, ...NEW }
    expect(batchVerdict(counts, 2)).toEqual({ tone: 'warning', sentence: verdict.failed(2) })
    expect(batchVerdict({ ...counts, ok: 0 }, 4)).toEqual({ tone: 'warning', sentence: verdict.failed(4) })
    expect(batchVerdict({ ...counts, excluded: 1 }, 2)).toEqual({
      tone: 'excluded',
      sentence: GROUP_LOOKS.excluded.finding(1),
    })
  })
})
