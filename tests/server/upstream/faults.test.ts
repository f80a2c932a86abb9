import { expect, it } from 'vitest'
import type { XEndpoint } from '../../../server/upstream/x/replies.ts'
import { ALL, bodyFor, callerWith } from '../client.ts'
import { createMemoryStore } from '../testApp.ts'
import { NAME, at, closeWorlds, refs, searchWorld } from './xWorld.ts'

closeWorlds()

const posts = [5, 30, 55, 80, 105].map((hours) => at(hours, { hidden: true }))

/** Which endpoint's answers meet a fault of the code. */
const brokenAt = (...broken: (XEndpoint | 'oembed')[]) => ({
  monitor: {
    call(endpoint: XEndpoint | 'oembed') {
      if (broken.includes(endpoint)) throw new TypeError('a fault of the code')
    },
  },
})

it.each(['timeline', 'search'] as const)(
  'a fault of the code in a call of %s ends an account check as itself, not as a failure of X',
  async (endpoint) => {
    const { x } = await searchWorld({ [NAME]: { posts } }, brokenAt(endpoint))
    await expect(x.checkAccount(bodyFor(NAME, ALL), callerWith())).rejects.toThrow(TypeError)
  },
)

it.each(['search', 'posts'] as const)(
  'a fault of the code in a call of %s ends a batch as itself, not as a failure of X',
  async (endpoint) => {
    const { x } = await searchWorld({ [NAME]: { posts } }, brokenAt(endpoint))
    await expect(x.checkPosts(refs(posts), callerWith())).rejects.toThrow(TypeError)
  },
)

it('a store that is unavailable in the middle of a check is named as itself, not as a failure of X', async () => {
  const store = createMemoryStore()
  let reservations = 0
  const { x } = await searchWorld(
    { [NAME]: { posts } },
    {
      store: {
        ...store,
        spend: (reservation) =>
          reservation.amount > 0 && ++reservations > 1
            ? Promise.reject(new Error('disk I/O error'))
            : store.spend(reservation),
      },
    },
  )
  await expect(x.checkAccount(bodyFor(NAME, ALL), callerWith())).rejects.toMatchObject({
    code: 'store_unavailable',
  })
  await expect(x.checkPosts(refs(posts), callerWith())).rejects.toMatchObject({ code: 'store_unavailable' })
})
