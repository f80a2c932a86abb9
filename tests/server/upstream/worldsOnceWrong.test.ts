import { describe, expect, it } from 'vitest'
import { LIST } from '../client.ts'
import { GENERATIONS, HIDDEN, aged, closeWorlds, ref, verdict, worldWith } from './xWorld.ts'

closeWorlds()

const WEEK = [5, 15, 30, 45, 60]

it('a healthy post of two hours is not excluded by an older control while the index is late for everybody', async () => {
  const [post = { id: '1' }] = aged([2])
  const { judge, sim } = await worldWith({ posts: [post] })
  sim.state.lagMs = 3 * 3_600_000
  expect(await judge([ref(post)])).toMatchObject([
    { status: 'UNSEARCHED', evidence: { found: null, reason: { cause: 'no_control' } } },
  ])
})

describe.each(GENERATIONS)('with the names from %s the renaming', (generation) => {
  it('posts that begin with @name are found', async () => {
    const { check } = await worldWith({ posts: aged(WEEK, { isMention: true }) }, { generation })
    expect(await check()).toMatchObject(verdict(false, { looked: 5, found: 5 }))
  })

  it("posts whose author is somebody else are not searched for as the account's", async () => {
    const { check } = await worldWith(
      { posts: aged(WEEK, { authorId: '999', hidden: true }) },
      { generation },
    )
    expect((await check()).search_ban).toBeNull()
  })
})

it('nobody is accused if X ignores the names of the fields', async () => {
  const { check } = await worldWith({ posts: aged(WEEK, HIDDEN) }, { generation: 'silent' })
  expect((await check()).search_ban).toBeNull()
})

describe('an account that changes while it is checked', () => {
  it('an account whose posts a tool deleted before the last search is not banned', async () => {
    const counting = await worldWith({ posts: aged(WEEK, HIDDEN) })
    await counting.check()
    const posts = aged(WEEK, HIDDEN)
    const { check, sim } = await worldWith({ posts })
    sim.state.beforeSearch = (count) => {
      if (count < counting.sim.searched.length - 1) return
      for (const post of posts) Object.assign(post, { isDeleted: true, showing: 'gone' })
    }
    expect(await check()).toMatchObject({ search_ban: null, no_tweet: true })
  })
  it('an account that did not change during the check is still accused, at the price of one more lookup', async () => {
    const { check, asked } = await worldWith({ posts: aged(WEEK, HIDDEN) })
    expect(await check()).toMatchObject(verdict(true, { looked: 5, found: 0 }))
    expect(asked().filter((path) => path.startsWith('/2/users/by/'))).toHaveLength(2)
    expect((await check()).search_ban).toBe(true)
    expect(asked().filter((path) => path.startsWith('/2/users/by/'))).toHaveLength(2)
  })
  it('a post that oEmbed no longer shows after the searches is not excluded', async () => {
    const [post = { id: '1' }] = aged([30], HIDDEN)
    const { judge, sim } = await worldWith({ posts: [post] })
    sim.state.beforeSearch = () => void (post.showing = 'gone')
    expect(await judge([ref(post)])).toMatchObject([{ status: 'NOT_FOUND' }])
  })
})

describe('pages that X emptied', () => {
  it.each(['reply', 'repost'] as const)(
    'pages that X emptied are skipped to read the five posts of kind %s behind them',
    async (kind) => {
      const posts = [...aged([2, 3, 4, 5, 6], { kind, of: '9' }), ...aged([8, 18, 28, 38, 48, 58])]
      const { check, sim } = await worldWith({ posts })
      sim.state.cutsFirst = true
      expect(await check()).toMatchObject(verdict(false, { found: 5 }))
    },
  )
  it('pages that X emptied are followed until five posts count', async () => {
    const hours = Array.from({ length: 20 }, (_, index) => 2 + index * 6)
    const posts = aged(hours, HIDDEN)
    Object.assign(posts[2] ?? {}, { sensitive: true })
    const { check } = await worldWith({ posts })
    expect((await check()).evidence?.items.search_ban.reason?.cause).not.toBe('too_few')
  })
  it('an account is judged by an older post instead of one that X restricts', async () => {
    const posts = aged([6.6, 15.8, 21, 41, 68, 90], HIDDEN)
    Object.assign(posts[1] ?? {}, { showing: 'restricted' })
    const { check } = await worldWith({ posts })
    expect(await check()).toMatchObject(verdict(true, { looked: 5 }))
  })
})

it('the posts of an account are shown although X counts none', async () => {
  const { check } = await worldWith({ posts: aged([...WEEK, 70]), count: 0 })
  const answer = await check(LIST)
  expect(answer).toMatchObject(verdict(false, { looked: 5, found: 5 }))
  expect([answer.no_tweet, answer.tweets?.length]).toEqual([false, 6])
})
