import { expect, it } from 'vitest'
import { findingWords } from '../../../src/findings/findings.ts'

it('says what was seen with its day, and with its year where that is another one', () => {
  const now = new Date()
  const thisYear = new Date(now.getFullYear(), 10, 21).getTime()
  const before = new Date(2025, 10, 21).getTime()
  expect(findingWords('ghost_ban', { answer: 'unseen', at: thisYear })).toBe(
    'あなたの確認：見えなかった（11月21日）',
  )
  expect(findingWords('ghost_ban', { answer: 'seen', at: before })).toBe(
    'あなたの確認：見えた（2025年11月21日）',
  )
})
