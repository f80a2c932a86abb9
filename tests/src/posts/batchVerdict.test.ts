import { expect, it } from 'vitest'
import { batchVerdict } from '../../../src/posts/batchVerdict.ts'
import { resultText } from '../../../src/text/result.ts'

const { postsVerdict: verdict } = resultText

it.each([
  [{ ok: 3, excluded: 0, quote: 0, error: 0 }, 'ok', verdict.none],
  [{ ok: 3, excluded: 2, quote: 1, error: 1 }, 'excluded', verdict.excluded(2)],
  [{ ok: 3, excluded: 0, quote: 1, error: 1 }, 'warning', verdict.quote(1)],
  [{ ok: 3, excluded: 0, quote: 0, error: 1 }, 'unknown', verdict.partly],
  [{ ok: 0, excluded: 0, quote: 0, error: 2 }, 'unknown', verdict.unknown],
  [{ ok: 0, excluded: 0, quote: 0, error: 0 }, 'unknown', verdict.unknown],
] as const)('says the worst of %o first, and calls nothing clear that is not', (counts, tone, sentence) => {
  expect(batchVerdict(counts)).toEqual({ tone, sentence })
})
