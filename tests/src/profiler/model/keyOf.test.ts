import { expect, it } from 'vitest'
import { drawOf, keyOf } from '../../../../src/profiler/model/settings.ts'

// Of another implementation of the generator.
it('every device and every version searches the same keys for the same settings', () => {
  expect(keyOf({ seed: 1, keyLength: 48 }, 0)).toBe('9ZCIdnjPAiTz75BmkjHRU9oQ5cV8OrnfnzurDIGnH0lloZtV')
  expect(keyOf({ seed: 4_294_967_295, keyLength: 12 }, 9_999)).toBe('mJgehpKRf0ba')
})

it('a trial is placed within its range by a number of its own', () => {
  expect(drawOf({ seed: 1 }, 0)).toBe(0.06043598707765341)
  expect(drawOf({ seed: 7 }, 3)).toBe(0.12821109406650066)
})
