import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { countInMemory } from '../../../server/http/limits.ts'

const WINDOW = 60_000

function heapMb(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

// Each address was once kept with a timer of its own.
it('remembers 200,000 addresses in less than 20 MB', async () => {
  const count = countInMemory()
  const before = heapMb()
  for (let index = 0; index < 200_000; index++) {
    await count(`check:2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}`, WINDOW)
  }
  const used = heapMb() - before
  expect(used).toBeGreaterThan(1)
  expect(used).toBeLessThan(20)
  expect((await count('check:2001:db8:3:d3f', WINDOW)).calls).toBe(2)
})

it('begins to count anew when the window is over, which begins with the first call', async () => {
  let now = 0
  const count = countInMemory(() => now)
  expect(await count('a', WINDOW)).toEqual({ calls: 1, msLeft: WINDOW })
  now = 59_999
  expect(await count('a', WINDOW)).toEqual({ calls: 2, msLeft: 1 })
  now = 60_000
  expect(await count('a', WINDOW)).toEqual({ calls: 1, msLeft: WINDOW })
})

it('forgets who called least lately first', async () => {
  const count = countInMemory(() => 0, 2)
  for (const key of ['a', 'b', 'a', 'c']) await count(key, WINDOW)
  expect((await count('a', WINDOW)).calls).toBe(3)
  expect((await count('b', WINDOW)).calls).toBe(1)
})
