import { expect, it } from 'vitest'
import { createLimits, createStoring, noLimits } from '../../../server/http/limits.ts'
import type { LimitKind } from '../../../server/http/limits.ts'
import { difficultyFor } from '../../../server/proof/challenge.ts'

const refusalAt = async (calls: number, msLeft: number, kind: LimitKind = 'check') => {
  const limits = createLimits(10, async () => ({ calls, msLeft }))
  return await limits(kind, 'address').catch((error: { code: string; retryAfter: number }) => error)
}

it.each([
  [1, 1],
  [1000, 1],
  [1001, 2],
  [59_999, 60],
  [0, 1],
])('asks to come back after what is left of the window: %i ms is %i s', async (msLeft, seconds) => {
  expect(await refusalAt(11, msLeft)).toMatchObject({ code: 'rate_limited', retryAfter: seconds })
})

it.each([
  ['challenge', 10],
  ['check', 10],
  ['preview', 40],
  ['read', 100],
] as const)('lets a %s through %i times a minute, and tells the share used up', async (kind, most) => {
  expect(await refusalAt(most, 1000, kind)).toBe(1)
  expect(await refusalAt(most / 2, 1000, kind)).toBe(0.5)
  expect(await refusalAt(most + 1, 1000, kind)).toMatchObject({ code: 'rate_limited' })
})

it('counts each kind of call by itself', async () => {
  const keys: string[] = []
  const limits = createLimits(10, async (key, windowMs) => {
    keys.push(`${key} ${windowMs}`)
    return { calls: 1, msLeft: 1 }
  })
  await limits('check', 'a')
  await limits('read', 'a')
  expect(keys).toEqual(['check:a 60000', 'read:a 60000'])
})

it('counts nothing where there is no limit', async () => {
  expect(await createLimits(0, () => Promise.reject(new Error('counted')))('check', 'a')).toBe(0)
  expect(await noLimits('check', 'a')).toBe(0)
})

it.each([
  [0, 3, 3],
  [0.5, 3, 3],
  [0.51, 3, 4],
  [0.75, 3, 4],
  [0.76, 3, 5],
  [1, 3, 5],
  [1, 4, 5],
  [1, 0, 2],
])('makes challenges harder by the share used up: %d of it, %i zeros become %i', (used, zeros, harder) => {
  expect(difficultyFor(used, zeros)).toBe(harder)
})

it('lets an address store as many bytes a day as it may, and not one more', async () => {
  let stored = 0
  const keys: string[] = []
  const storing = createStoring(100, async (key, windowMs, bytes = 1) => {
    keys.push(`${key} ${windowMs}`)
    return { calls: (stored += bytes), msLeft: 1 }
  })
  expect([await storing('a', 99), await storing('a', 1), await storing('a', 1)]).toEqual([true, true, false])
  expect(new Set(keys)).toEqual(new Set(['stored:a 86400000']))
})
