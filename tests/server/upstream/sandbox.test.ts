import { describe, expect, it } from 'vitest'
import { UNSEARCHED_REASONS } from '../../../contract/evidence.ts'
import { parsePostUrl } from '../../../contract/names.ts'
import { POST_STATUSES } from '../../../contract/outcomes.ts'
import { SANDBOX_ACCOUNTS } from '../../../contract/sandboxAccounts.ts'
import { Refusal } from '../../../server/http/errors.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { sandboxOembed, sandboxStatusOf } from '../../../server/upstream/sandboxPosts.ts'
import { callerWith } from '../callerWith.ts'
import { closePosts, postsAfter } from './postsOver.ts'
import { statusesOf } from './statusesOf.ts'

describe('sandbox', () => {
  const sandbox = createSandbox()
  const { signal } = new AbortController()
  const names = SANDBOX_ACCOUNTS.map(({ name }) => name).filter((name) => !/err|slow/.test(name))

  async function postsOf(name: string) {
    const request = { screen_name: name, key: '', searchban: true, repost: true }
    return (await sandbox.checkAccount(request, callerWith(signal))).tweets ?? []
  }

  describe('the invented posts', () => {
    it('say the same of a post, whether its account or its URL is checked', async () => {
      for (const name of names) {
        for (const { url, status } of await postsOf(name)) {
          const post = parsePostUrl(url)
          const single = post ? sandboxStatusOf(post.id) : 'INVALID_URL'
          const isKnown = POST_STATUSES.some((known) => known === status)
          expect(single).toBe(isKnown ? status : 'UNKNOWN')
        }
      }
    })

    it('call no URL of a post an invalid one', async () => {
      for (const { url, status } of await postsOf('sbx_mixed')) {
        expect(parsePostUrl(url) === null).toBe(status === 'INVALID_URL')
      }
    })

    it('rest on the same evidence, whether their account or their URL is checked', async () => {
      const still = createSandbox(0, 'none', () => 1)
      const request = { screen_name: 'sbx_partly', key: '', searchban: true, repost: true }
      const { tweets = [] } = await still.checkAccount(request, callerWith(signal))
      const posts = tweets.map(({ url }) => parsePostUrl(url)).filter((post) => post !== null)
      const judged = await still.checkPosts(posts, callerWith(signal))
      expect(judged).toEqual(tweets.map(({ status, evidence }) => ({ status, evidence })))
      expect(new Set(tweets.map(({ status }) => status)).size).toBe(5)
    })

    it('are found only where they are OK, missed only where they are excluded, and have a reason where neither', async () => {
      const ids = Array.from({ length: 10 }, (_, digit) => `199000000000000000${digit}`)
      const judged = await sandbox.checkPosts(
        ids.map((id) => ({ name: 'sbx_clear', id })),
        callerWith(signal),
      )
      for (const { status, evidence } of judged) {
        expect(evidence?.found === true).toBe(status === 'AVAILABLE' || status === 'QUATE_FORBIDDEN')
        expect(evidence?.found === false).toBe(status === 'FORBIDDEN')
        const reasoned = ['RESTRICTED', 'UNSEARCHED', 'UNKNOWN'].includes(status ?? '')
        expect(evidence?.reason !== null).toBe(reasoned)
      }
    })

    it('show every reason for which a post was not searched', async () => {
      const ids = UNSEARCHED_REASONS.map((_, index) => `19900000000000000${String(index).padStart(2, '0')}5`)
      const judged = await sandbox.checkPosts(
        ids.map((id) => ({ name: 'sbx_clear', id })),
        callerWith(signal),
      )
      expect(judged.map(({ evidence }) => evidence?.reason)).toEqual(UNSEARCHED_REASONS)
    })

    it('have one author for each account, however its name is written', () => {
      const ids = ['1990000000000000000', '1989999999999999991', '1989999999999999982', '17']
      for (const name of names) {
        const authors = ids.flatMap((id) =>
          [name, name.toUpperCase()].map((name) => sandboxOembed({ name, id }).author_name),
        )
        expect(new Set(authors).size).toBe(1)
      }
    })
  })
})

describe('previews', () => {
  closePosts()
  const signal = new AbortController().signal
  const post = (id: number) => ({ name: 'a', id: String(id) })

  // 2,100 previews once made a batch that somebody had worked for answer UNKNOWN.
  it('leaves checks their way to X when 2,100 previews are asked for, and refuses those it has no room for', async () => {
    const { x } = await postsAfter(100)
    const previews = Array.from({ length: 2100 }, (_, index) => x.oembed(post(index + 1), callerWith(signal)))
    const outcomes = Promise.allSettled(previews)
    const batch = Array.from({ length: 50 }, (_, index) => post(10_000 + index))
    expect(new Set(await statusesOf(x, batch, callerWith(signal)))).toEqual(new Set(['UNSEARCHED']))
    const refused = (await outcomes).flatMap((one) =>
      one.status === 'rejected' ? [one.reason as unknown] : [],
    )
    expect(refused).toHaveLength(2100 - 3 - 32)
    const [first] = refused
    expect(refused.every((reason) => reason instanceof Refusal && reason.code === 'busy')).toBe(true)
    expect(first).toMatchObject({ status: 503, retryAfter: 10 })
  })

  it('shows others their previews at once while one address asks for 2,100', async () => {
    const { x } = await postsAfter(100)
    const leaving = new AbortController()
    const greedy = Array.from({ length: 2100 }, (_, index) =>
      x.oembed(post(index + 1), callerWith(leaving.signal, 'greedy')),
    )
    const settled = Promise.allSettled(greedy)
    const others = Array.from({ length: 20 }, (_, index) =>
      x.oembed(post(10_000 + index), callerWith(signal, `192.0.2.${index}`)),
    )
    expect(await Promise.all(others)).toHaveLength(20)
    leaving.abort(new Error('left'))
    await settled
  })

  it('previews what a check has read already without asking X again, also when there is no room', async () => {
    const { x, stub } = await postsAfter(0)
    await statusesOf(x, [post(1)], callerWith(signal))
    expect(stub.asked).toHaveLength(1)
    await x.oembed(post(1), callerWith(signal))
    expect(stub.asked).toHaveLength(1)
    const crowd = Promise.allSettled(
      Array.from({ length: 36 }, (_, index) => x.oembed(post(100 + index), callerWith(signal))),
    )
    expect(await x.oembed(post(1), callerWith(signal))).toMatchObject({ author_name: 'a' })
    await crowd
  })

  it('checks what was previewed already without asking X again', async () => {
    const { x, stub } = await postsAfter(0)
    await x.oembed(post(1), callerWith(signal))
    expect(await statusesOf(x, [post(1)], callerWith(signal))).toEqual(['UNSEARCHED'])
    expect(stub.asked).toHaveLength(1)
  })

  // Previews once waited behind their own address's batches, and held the few places of all previews meanwhile.
  it('shows a preview without waiting for the posts that its address has checked', async () => {
    const { x, stub } = await postsAfter(20)
    const leaving = new AbortController()
    const batch = Array.from({ length: 200 }, (_, index) => post(index + 1))
    const checked = x.checkPosts(batch, callerWith(leaving.signal)).catch(() => null)
    await expect.poll(() => stub.asked.length).toBeGreaterThan(0)
    await x.oembed(post(10_000), callerWith(signal))
    expect(stub.asked.length).toBeLessThan(100)
    leaving.abort(new Error('left'))
    await checked
  })
})
