import { describe, expect, it } from 'vitest'
import { ALL, LIST, VERDICT, callerWith } from '../client.ts'
import { simulatedX } from './simulatedX.ts'
import type { SimulatedAccount } from './simulatedX.ts'
import { htmlPage, problem } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { refusalOf } from './xDocument.ts'
import { CANARY, at, closeWorlds, idAt, worldOf } from './xWorld.ts'

closeWorlds()

/** No two accounts have a post in common. */
let low = 0
const own = (count: number, more = {}) => {
  low++
  return Array.from({ length: count }, (_, index) => ({ id: idAt(index * 6 + 2, low), ...more }))
}
const PINNED = at(2)
const QUOTE = at(3, { kind: 'quote', of: '902' })
const REPOSTS = [at(1, { kind: 'repost', of: '901' }), at(4, { kind: 'repost', of: '903' })]
const ACCOUNTS: Record<string, SimulatedAccount> = {
  [CANARY]: { posts: [1.1, 3.1, 30, 60].map((hours) => ({ id: idAt(hours, 1) })) },
  active: { posts: own(30), pin: idAt(4000) },
  mixed: { posts: [PINNED, QUOTE, ...REPOSTS], pin: PINNED.id },
  hidden_one: { posts: own(6, { hidden: true }) },
  reposter: { posts: own(12, { kind: 'repost', of: '904', hidden: true }) },
  resting: { posts: own(5).map((_, index) => ({ id: idAt(400 + index) })) },
  empty: { posts: [] },
  closed: { posts: own(3), protected: true },
}
const VERDICTS = {
  active: false,
  mixed: false,
  hidden_one: true,
  reposter: null,
  resting: null,
  empty: null,
  closed: null,
  absent: null,
}

describe.each(['before', 'after'] as const)(
  'an X that knows the names from %s the renaming',
  (generation) => {
    const trials = generation === 'before' ? 0 : 1

    it('an X that knows one generation of names refuses only the one trial of an account check, and is not tried again', async () => {
      const x = simulatedX(ACCOUNTS, generation)
      const { check, asked } = await worldOf({ '/2/': x.answer })
      for (const mode of [VERDICT, LIST, ALL]) {
        for (const [screen_name, ban] of Object.entries(VERDICTS)) {
          const answer = await check({ ...mode, screen_name })
          expect([screen_name, answer.search_ban]).toEqual([screen_name, ban])
          expect(answer.not_found).toBe(screen_name === 'absent')
        }
      }
      expect(asked().length).toBeGreaterThan(20)
      expect(x.refused).toHaveLength(trials)
      const plain = asked().filter((path) => !/pinned|referenced|community_id|\.fields=withheld/.test(path))
      for (const path of plain)
        expect([refusalOf('before', path), refusalOf('after', path)]).toEqual([null, null])
    })

    it('the parameter names of an X are tried once by many checks at the same time', async () => {
      const x = simulatedX(ACCOUNTS, generation)
      const { check } = await worldOf({ '/2/': x.answer })
      const checks = Object.keys(VERDICTS).map((screen_name, index) =>
        check({ searchban: true, screen_name }, `198.51.${index}.7`),
      )
      await Promise.all(checks)
      expect(x.refused).toHaveLength(trials)
    })

    it('the parameter names of an X are tried by the next check if X failed the check that tried them', async () => {
      const { answer } = simulatedX(ACCOUNTS, generation)
      const failsOne: Answer = (url, ...rest) =>
        (url.pathname.endsWith('/empty') ? htmlPage(500) : answer)(url, ...rest)
      const { check } = await worldOf({ '/2/': failsOne })
      const both = ['empty', 'active'].map((screen_name) => check({ ...LIST, screen_name }))
      const [failed, other] = await Promise.allSettled(both)
      expect([failed?.status, other]).toMatchObject(['rejected', { value: { search_ban: false } }])
    })

    it('the list of an account has its reposts, quotes and pinned post, which comes first', async () => {
      const { check } = await worldOf({ '/2/': simulatedX(ACCOUNTS, generation).answer })
      const urlOf = (id: string, name = 'mixed') => `https://x.com/${name}/status/${id}`
      const pinned = { isPinned: true, url: urlOf(PINNED.id) }
      const { tweets, evidence } = await check({ ...ALL, screen_name: 'mixed' })
      // A repost stands under the post that it repeats.
      expect(tweets).toMatchObject([
        pinned,
        { url: urlOf('901', 'i') },
        { url: urlOf(QUOTE.id) },
        { url: urlOf('903', 'i') },
      ])
      expect(tweets?.filter(({ isPinned }) => isPinned)).toHaveLength(1)
      expect(evidence?.tweets).toMatchObject({ reason: null, pinTold: true, kindsTold: true })
      const own = await check({ ...LIST, screen_name: 'mixed' })
      // By the new names what a post is costs a post, and is not asked for without need.
      const kindsTold = generation === 'before'
      expect(own.evidence?.tweets).toMatchObject({ kindsTold })
      expect(own.tweets).toMatchObject(kindsTold ? [pinned] : [pinned, { url: urlOf(QUOTE.id) }])

      const { active } = ACCOUNTS
      const { tweets: first } = await check({ ...LIST, screen_name: 'active' })
      expect(first).toHaveLength(20)
      expect(first?.[0]).toMatchObject({ isPinned: true, url: urlOf(active?.pin ?? '', 'active') })
    })
  },
)

describe('an X that ignores names which it does not know', () => {
  it('a repost is not taken for an own post if X ignores unknown parameter names', async () => {
    const { check } = await worldOf({ '/2/': simulatedX(ACCOUNTS, 'silent').answer })
    const { tweets, evidence, search_ban } = await check({ ...ALL, screen_name: 'mixed' })
    expect(tweets?.map(({ url }) => url.split('/').at(-1))).toEqual([PINNED.id, QUOTE.id])
    expect(tweets?.map(({ isPinned }) => isPinned)).toEqual([undefined, undefined])
    expect(evidence?.tweets).toMatchObject({ reason: null, pinTold: true, kindsTold: true })
    expect(search_ban).toBe(false)
    expect((await check({ screen_name: 'reposter' })).search_ban).toBeNull()
  })
})

describe('an X that takes the names of pins in neither generation', () => {
  it('facts of posts are still requested from an X that refuses pins under both parameter names, and pins no longer', async () => {
    const x = simulatedX(ACCOUNTS, 'before')
    const refusesPins: Answer = (url, ...rest) =>
      (url.search.includes('pinned') ? problem(400, 'invalid-request') : x.answer)(url, ...rest)
    const { check, asked } = await worldOf({ '/2/': refusesPins })
    expect((await check({ ...LIST, screen_name: 'hidden_one' })).search_ban).toBe(true)
    expect((await check({ ...LIST, screen_name: 'active' })).evidence?.tweets).toMatchObject({
      reason: null,
      pinTold: false,
    })
    expect(asked().filter((path) => path.includes('pinned'))).toHaveLength(2)
  })
})

describe('a batch of posts', () => {
  it('a batch of posts calls only the public oEmbed, with our own URL of each post', async () => {
    const { x, stub } = await worldOf({})
    const posts = [
      { name: 'a', id: '1' },
      { name: null, id: '2' },
    ]
    await x.checkPosts(posts, callerWith(AbortSignal.timeout(5000)))
    const asked = stub.asked.map((path) => new URL(path, 'http://x'))
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/oembed', '/oembed'])
    expect(asked.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { url: 'https://x.com/i/status/1', omit_script: 'true', dnt: 'true' },
      { url: 'https://x.com/i/status/2', omit_script: 'true', dnt: 'true' },
    ])
  })
})
