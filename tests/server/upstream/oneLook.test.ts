import { expect, it, vi } from 'vitest'
import { callerWith } from '../callerWith.ts'
import { bodyFor } from '../client.ts'
import { searchWorld } from './searchWorld.ts'
import type { SimulatedAccount, SimulatedPost } from './simulatedX.ts'
import { closeWorlds, idAt } from './xWorld.ts'

vi.setConfig({ testTimeout: 30_000 })
closeWorlds()

const at = (hours: number, more: Partial<SimulatedPost> = {}): SimulatedPost => ({ id: idAt(hours), ...more })
const VERDICT = { searchban: false, repost: false }
const LIST = { searchban: true, repost: false }

async function worldWith(account: SimulatedAccount, more: Parameters<typeof searchWorld>[1] = {}) {
  const world = await searchWorld({ someone: account }, more)
  const check = (mode: object) => world.x.checkAccount(bodyFor('someone', mode), callerWith())
  return { ...world, check }
}

it('finds all five posts of a healthy account that replied sixty times in between', async () => {
  const posts = [3, 20, 40, 60, 80].map((hours) => at(hours))
  const replies = Array.from({ length: 60 }, (_, index) => at(4 + index, { kind: 'reply', of: '9' }))
  const { check } = await worldWith({ posts: [...posts, ...replies] })
  expect(await check(VERDICT)).toMatchObject({
    search_ban: false,
    evidence: { items: { search_ban: { looked: 5, found: 5 } } },
  })
})

it('judges an account whose week is hidden alike with and without its posts, whatever the archive holds', async () => {
  const posts = [3, 20, 40, 60, 80].map((hours) => at(hours, { hidden: true }))
  const pinned = at(5000)
  for (const mode of [VERDICT, LIST]) {
    const { check } = await worldWith({ posts: [...posts, pinned], pin: pinned.id })
    expect(await check(mode)).toMatchObject({
      search_ban: true,
      evidence: { items: { search_ban: { looked: 5, found: 0 } } },
    })
  }
})

it('never shows as of now what X said longer ago than an answer is kept', async () => {
  let now = Date.now()
  const posts = Array.from({ length: 8 }, (_, index) => at(3 + index * 10, { hidden: true }))
  const { check } = await worldWith({ posts }, { now: () => now })
  await check(VERDICT)
  now += 14 * 60_000
  for (const post of posts) post.hidden = false
  await check(LIST)
  now += 14 * 60_000
  const { evidence, tweets = [] } = await check(LIST)
  const times = [
    evidence?.time,
    evidence?.items.search_ban.time,
    ...tweets.map((post) => post.evidence?.time),
  ]
  for (const time of times) expect(now - (time ?? 0)).toBeLessThanOrEqual(15 * 60_000)
})
