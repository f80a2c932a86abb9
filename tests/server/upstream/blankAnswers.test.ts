import { afterEach, expect, it, vi } from 'vitest'
import { callerWith } from '../callerWith.ts'
import { bodyFor } from '../client.ts'
import { openHealthy } from './worlds.ts'

vi.setConfig({ testTimeout: 300_000 })
afterEach(() => vi.unstubAllGlobals())

const MANY = 150
/** So long that nothing of a check is known in the next one: each is judged by its own looks and controls. */
const APART_MS = 6 * 60_000

/** How many of 150 healthy accounts and 150 healthy posts are accused while so many of the answers of search are blank. */
async function accusedAt(blanks: number, seed: number) {
  const { x, fetch, names, posts, wait } = openHealthy(MANY, blanks, seed)
  vi.stubGlobal('fetch', fetch)
  const accused = { accounts: 0, posts: 0, found: 0 }
  for (const name of names) {
    wait(APART_MS)
    const { search_ban } = await x.checkAccount(bodyFor(name, { searchban: false }), callerWith())
    if (search_ban) accused.accounts++
    if (search_ban === false) accused.found++
  }
  for (const id of posts) {
    wait(APART_MS)
    const [judged] = await x.checkPosts([{ name: null, id }], callerWith())
    if (judged?.status === 'FORBIDDEN') accused.posts++
    if (judged?.status === 'AVAILABLE') accused.found++
  }
  return accused
}

it.each([
  ['a tenth', 0.1, 0],
  ['three tenths', 0.3, 1],
])(
  'accuses next to nobody of many who are healthy while %s of what search answers is blank',
  async (_part, blanks, most) => {
    for (const seed of [1, 3]) {
      const { accounts, posts, found } = await accusedAt(blanks, seed)
      expect(accounts).toBeLessThanOrEqual(most)
      expect(posts).toBeLessThanOrEqual(most)
      // Whoever judges nobody accuses nobody either.
      expect(found).toBeGreaterThan(2 * MANY * 0.85)
    }
  },
)
