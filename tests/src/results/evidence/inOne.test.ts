import { expect, it } from 'vitest'
import { inOne } from '../../../../src/results/evidence/evidence.ts'

it('leaves a single sentence as it is, with or without its full stop', () => {
  expect([inOne([]), inOne(['見つかりました']), inOne(['探しました。'])]).toEqual([
    '',
    '見つかりました',
    '探しました。',
  ])
})

it('gives each of several sentences one full stop', () => {
  expect(inOne(['見つかりました', '探しました。'])).toBe('見つかりました。探しました。')
  expect(inOne(['一。二', '三'])).toBe('一。二。三。')
})
