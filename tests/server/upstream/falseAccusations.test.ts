import { expect, it } from 'vitest'
import { callerWith } from '../callerWith.ts'
import { bodyFor } from '../client.ts'
import { ref, searchWorld } from './searchWorld.ts'
import type { SimulatedPost } from './simulatedX.ts'
import { closeWorlds, idAt } from './xWorld.ts'

closeWorlds()

/** Posts so many hours old. */
const aged = (hours: number[], more: Partial<SimulatedPost> = {}): SimulatedPost[] =>
  hours.map((age, index) => ({ id: idAt(age, index), ...more }))
/** Five posts over more than a day, the youngest more than an hour old. */
const WEEK = [2, 8, 20, 30, 50]
const VERDICT = { searchban: false, repost: false }

it('accuses nobody while search is blind for everyone, and says so to the operator', async () => {
  const names = ['first', 'second', 'third']
  const accounts = Object.fromEntries(
    names.map((name, index) => [name, { posts: aged(WEEK.map((age) => age + index / 10)) }]),
  )
  const { x, sim, judge } = await searchWorld(accounts)
  sim.state.isBlind = true
  for (const name of names) {
    const check = await x.checkAccount(bodyFor(name, VERDICT), callerWith())
    expect(check).toMatchObject({
      search_ban: null,
      evidence: { items: { search_ban: { reason: 'no_control' } } },
    })
  }
  const posts = names.map((name) => ref(accounts[name]?.posts[0] ?? { id: '1' }))
  for (const { status, evidence } of await judge(posts)) {
    expect([status, evidence?.found, evidence?.reason]).toEqual(['UNSEARCHED', null, 'no_control'])
  }
  expect(x.trouble()).toMatch(/showed a control 0 of \d+ times \(X_CANARY/)
})

it('misses no post that is 11 to 25 minutes old, and no account of such posts', async () => {
  const posts = aged(
    [11, 14, 18, 21, 25].map((minutes) => minutes / 60),
    { hidden: true },
  )
  const { x, judge } = await searchWorld({ young: { posts } })
  expect((await x.checkAccount(bodyFor('young', VERDICT), callerWith())).search_ban).toBeNull()
  for (const { status, evidence } of await judge(posts.map((post) => ref(post)))) {
    expect([status, evidence?.reason]).toEqual(['UNSEARCHED', 'too_young'])
  }
})

it('asks for an account whose name is a number by its own number', async () => {
  const { x } = await searchWorld({ '123456': { posts: aged(WEEK) } })
  expect((await x.checkAccount(bodyFor('123456', VERDICT), callerWith())).search_ban).toBe(false)
})

it('finds a post of an author whose name is a number by the number that X tells', async () => {
  const [post] = aged([30])
  const { judge } = await searchWorld({ '123456': { posts: post ? [post] : [] } })
  expect(await judge([ref(post ?? { id: '1' })])).toMatchObject([
    { status: 'AVAILABLE', evidence: { found: true, author: '123456' } },
  ])
})

it('accuses nobody who only replies, since search may not hold replies', async () => {
  const replies = aged(WEEK, { kind: 'reply', of: '9', hidden: true })
  const { x } = await searchWorld({ replier: { posts: replies } })
  expect((await x.checkAccount(bodyFor('replier', VERDICT), callerWith())).search_ban).toBeNull()
})

it.each(['firewall', 'missing', 'login', 'payment', 'legal', 'empty', 'gateway', 'page'] as const)(
  'says nothing of a post for which something else than X speaks: %s',
  async (showing) => {
    const [post = { id: '1' }] = aged([30], { showing })
    const { judge } = await searchWorld({ someone: { posts: [post] } })
    expect(await judge([ref(post, 'someone')])).toMatchObject([
      { status: 'UNKNOWN', evidence: { visible: null, found: null } },
    ])
  },
)

it('finds a post that is asked for under a wrong name, and names the author whom X names', async () => {
  const [post = { id: '1' }] = aged([30])
  const { judge } = await searchWorld({ author: { posts: [post] } })
  expect(await judge([ref(post, 'stranger')])).toMatchObject([
    { status: 'AVAILABLE', evidence: { found: true, author: 'author' } },
  ])
})

it('takes a quote whose link cannot be followed for an unknown one, not for none', async () => {
  const html = '<p>見て <a href="https://t.co/lost">https://t.co/lost</a></p>'
  const [post = { id: '1' }] = aged([30], { html })
  const keyless = await searchWorld({ author: { posts: [post] } }, { bearerToken: '' })
  expect(await keyless.judge([ref(post)])).toMatchObject([
    { status: 'UNSEARCHED', evidence: { reason: 'not_offered', quote: 'unknown' } },
  ])
})
