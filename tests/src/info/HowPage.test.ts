import { expect, it } from 'vitest'
import { wilson } from '../../../contract/feedback.ts'
import type { ItemAgreement } from '../../../contract/feedback.ts'
import { enough } from '../../../src/info/HowPage.tsx'
import { feedbackText } from '../../../src/text/observations.ts'

const tally = (agreed: number, answers: number) => ({ answers, agreed, ...wilson(agreed, answers) })
const item = (clear: number, affected: number): ItemAgreement => ({
  item: 'search_ban',
  ...tally(clear + affected, clear + affected),
  verdicts: [
    ...(clear > 0 ? [{ verdict: 'clear' as const, ...tally(clear, clear) }] : []),
    ...(affected > 0 ? [{ verdict: 'affected' as const, ...tally(affected, affected) }] : []),
  ],
  counts: [],
})

it('shows nothing of fewer than 30 answers', () => {
  expect(enough([item(29, 0)])).toEqual([])
  expect(enough([item(30, 0)])).toHaveLength(1)
  expect(enough([item(10, 19)])).toEqual([])
})

it('tells verdicts apart only where there are both, and enough of one', () => {
  const verdicts = (clear: number, affected: number) =>
    enough([item(clear, affected)])[0]?.verdicts.map(({ verdict }) => verdict)
  expect(verdicts(40, 0)).toEqual([])
  expect(verdicts(40, 29)).toEqual(['clear'])
  expect(verdicts(40, 30)).toEqual(['clear', 'affected'])
})

it('rounds a part towards the middle: only all is 100 %, and only none is 0 %', () => {
  const said = (agreed: number, answers: number) =>
    /（([0-9]+%)/.exec(feedbackText.tally(tally(agreed, answers)))?.[1]
  expect([said(199, 200), said(995, 1000), said(200, 200)]).toEqual(['99%', '99%', '100%'])
  expect([said(4, 1000), said(0, 200), said(1, 200)]).toEqual(['1%', '0%', '1%'])
  expect([said(57, 100), said(29, 100), said(1, 2)]).toEqual(['57%', '29%', '50%'])
})

it('says that it is not known who looked: with a login or without', () => {
  expect(feedbackText.caution).toContain('ログインしていたかどうかはわからず')
})

it('never narrows an interval by rounding', () => {
  expect(feedbackText.tally(tally(951, 1000))).toBe(
    '1,000件の答えのうち951件が判定と一致しました（95%、95%信頼区間は93〜97%）。',
  )
})
