import { expect, it } from 'vitest'
import { againSentence } from '../../../src/posts/batchExport.ts'

const posts = (status: string, count: number, reason?: 'queue' | 'budget') =>
  Array.from({ length: count }, () => ({
    url: 'https://x.com/a/status/1',
    status,
    ...(reason && { evidence: { visible: true, found: null, reason } }),
  }))

it('names what another check may judge as a part of the numbers on the filters', () => {
  expect(
    againSentence([...posts('UNKNOWN', 20), ...posts('NOT_FOUND', 15), ...posts('INVALID_URL', 5)]),
  ).toBe('エラー40件のうち20件は、もう一度試すと判定できることがあります。')
  expect(againSentence(posts('UNKNOWN', 2))).toContain('エラー2件は')
  expect(
    againSentence([
      ...posts('UNKNOWN', 2),
      ...posts('UNSEARCHED', 3, 'queue'),
      ...posts('UNSEARCHED', 1, 'budget'),
    ]),
  ).toContain('エラー2件と検索は未確認4件のうち3件は')
})

it('says nothing where another check would change nothing', () => {
  expect(againSentence([...posts('NOT_FOUND', 2), ...posts('AVAILABLE', 1)])).toBeNull()
  expect(againSentence(posts('UNSEARCHED', 1, 'budget'))).toBeNull()
})
