import { expect, it, vi } from 'vitest'
import { callerWith } from '../callerWith.ts'
import { bodyFor } from '../client.ts'
import { ref, searchWorld } from './searchWorld.ts'
import type { SimulatedAccount, SimulatedPost } from './simulatedX.ts'
import { closeWorlds, idAt } from './xWorld.ts'

vi.setConfig({ testTimeout: 60_000 })
closeWorlds()

const VERDICT = { searchban: false, repost: false }
const OWN = { searchban: true, repost: false }
const ALL = { searchban: true, repost: true }
/** So many posts, so many hours apart. */
const every = (count: number, hours: number, more: Partial<SimulatedPost> = {}): SimulatedPost[] =>
  Array.from({ length: count }, (_, index) => ({ id: idAt(3 + index * hours, 3), ...more }))
const quotes = every(40, 4).map((post, index) =>
  Object.assign(post, { kind: 'quote' as const, of: String(900 + index) }),
)
const HIDDEN = { hidden: true }
const link = '<p><a href="https://t.co/q">https://t.co/q</a></p>'

/** Thousandths of a dollar as X charges on one day, and as counted: by the names before the renaming, and after it. */
it.each<[string, SimulatedAccount | null, typeof VERDICT | null, [number, number], [number, number]]>([
  ['a post that is found', { posts: every(1, 1) }, null, [5, 5], [5, 5]],
  [
    'a post that is found and quotes another',
    { posts: every(1, 1, { kind: 'quote', of: '9', html: link }) },
    null,
    [5, 5],
    [10, 10],
  ],
  ['a post that is missed', { posts: every(1, 1, HIDDEN) }, null, [10, 15], [20, 25]],
  ['20 posts that are found', { posts: every(20, 5) }, null, [100, 100], [100, 100]],
  ['20 posts of a day that are missed', { posts: every(20, 1, HIDDEN) }, null, [105, 110], [115, 120]],
  ['20 posts of four days that are missed', { posts: every(20, 5, HIDDEN) }, null, [110, 120], [120, 130]],
  ['an account that is not there', null, VERDICT, [0, 0], [0, 0]],
  ['an account that rests', { posts: [{ id: idAt(500) }] }, VERDICT, [10, 10], [10, 10]],
  ['an active account', { posts: every(40, 4), pin: idAt(4000) }, VERDICT, [35, 60], [35, 60]],
  ['a banned account', { posts: every(16, 10, HIDDEN) }, VERDICT, [40, 45], [40, 45]],
  ['a banned account that posts much', { posts: every(40, 3, HIDDEN) }, VERDICT, [70, 80], [70, 80]],
  ['20 posts of an account', { posts: every(40, 4), pin: idAt(4000) }, OWN, [110, 230], [115, 235]],
  ['20 posts of a banned account', { posts: every(20, 7.5, HIDDEN) }, OWN, [125, 165], [125, 240]],
  ['20 posts of an account that quotes', { posts: quotes }, ALL, [110, 235], [210, 335]],
])('%s costs as much as the table for operators says', async (_name, account, mode, before, after) => {
  for (const [generation, price] of [['before', before] as const, ['after', after] as const]) {
    const { x, sim, judge } = await searchWorld(account ? { someone: account } : {}, { generation })
    if (mode) await x.checkAccount(bodyFor('someone', mode), callerWith())
    else await judge((account?.posts ?? []).map((post) => ref(post)))
    const { once, returned } = sim.cost()
    expect([generation, once / 1000, returned / 1000]).toEqual([generation, ...price])
  }
})
