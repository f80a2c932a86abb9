import { expect, it } from 'vitest'
import { postsLine } from '../../../src/account/accountVerdict.ts'
import { resultText } from '../../../src/text/result.ts'

const { verdict } = resultText
const NONE = { ok: 0, excluded: 0, quote: 0, restricted: 0, unsearched: 0, error: 0 }
const line = (counts: Partial<typeof NONE>) => postsLine({ ...NONE, ...counts })

it('names first what was found, of all posts', () => {
  const all = { ok: 5, excluded: 2, quote: 1, restricted: 3, unsearched: 4, error: 5 }
  expect(line(all)).toEqual({ sentence: verdict.postsExcluded(20, 2), isFinding: true })
  expect(line({ ...all, excluded: 0 })).toEqual({ sentence: verdict.postsRestricted(18, 3), isFinding: true })
})

it('is clear only where all were judged; a restricted quote leaves the post itself clear', () => {
  expect(line({ ok: 18, quote: 2 })).toEqual({ sentence: verdict.postsClear(20), isFinding: false })
  expect(line({ ok: 18, quote: 1, error: 1 })).toEqual({
    sentence: verdict.postsPartly(20, 19),
    isFinding: false,
  })
  expect(line({ ok: 1, unsearched: 19 })).toEqual({
    sentence: verdict.postsPartly(20, 1),
    isFinding: false,
  })
})

it('says that search answered for none, and nothing where there are errors alone', () => {
  expect(line({ unsearched: 1, error: 19 })).toEqual({
    sentence: verdict.postsUnsearched(20),
    isFinding: false,
  })
  expect(line({ error: 20 })).toBeNull()
})
