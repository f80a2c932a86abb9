import { expect, it } from 'vitest'
import { newestFirst } from '../../../../src/storage/stores.ts'

it('sorts months, the newest first, whatever their order', () => {
  const month = (name: string) => ({ month: name }) as Parameters<typeof newestFirst>[0][number]
  const sorted = newestFirst(['2026-02', '2025-12', '2026-07', '2026-01'].map(month))
  expect(sorted.map((one) => one.month)).toEqual(['2026-07', '2026-02', '2026-01', '2025-12'])
})
