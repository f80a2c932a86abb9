import { expect, it } from 'vitest'
import type { Upstream } from '../../../server/upstream/Upstream.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { admitting } from '../../../server/upstream/sharing.ts'
import { callerWith } from '../callerWith.ts'
import { bodyFor } from '../client.ts'

const signal = new AbortController().signal
const accounts = (names: string[], postsMax: number) => {
  const upstream = admitting(createSandbox(20), postsMax)
  return Promise.allSettled(
    names.map((name) => upstream.checkAccount(bodyFor(name), callerWith(signal, `by ${name}`))),
  )
}
const refused = (settled: PromiseSettledResult<unknown>[]) =>
  settled.filter(({ status }) => status === 'rejected').length

it('lets a crowd in that asks for one account: 150 of 200 were refused', async () => {
  expect(
    refused(
      await accounts(
        Array.from({ length: 200 }, () => 'sbx_clear'),
        1000,
      ),
    ),
  ).toBe(0)
})

it('refuses whoever would make the checks hold too much, and lets checks in again afterwards', async () => {
  const names = Array.from({ length: 8 }, (_, index) => `someone${index}`)
  expect(refused(await accounts(names, 100))).toBe(3)
  const upstream = admitting(createSandbox(), 20)
  await upstream.checkAccount(bodyFor('sbx_clear'), callerWith(signal))
  await expect(upstream.checkAccount(bodyFor('sbx_mixed'), callerWith(signal))).resolves.toBeDefined()
})

it('counts one account in any spelling once for as long as any check of it goes on, and never when they are over', async () => {
  const ends: (() => void)[] = []
  const sandbox = createSandbox()
  const slow: Upstream = {
    ...sandbox,
    checkAccount: async (...asked) => {
      await new Promise<void>((resolve) => ends.push(resolve))
      return sandbox.checkAccount(...asked)
    },
  }
  const upstream = admitting(slow, 20)
  const check = (name: string) => upstream.checkAccount(bodyFor(name), callerWith(signal))
  const busy = { code: 'busy', retryAfter: 10 }
  const crowd = ['sbx_clear', 'SBX_CLEAR', 'sbx_Clear'].map(check)
  await expect(check('sbx_mixed')).rejects.toMatchObject(busy)
  // Two of the three are over: the last still holds the account's place, and another check of it shares it.
  for (const end of ends.splice(1)) end()
  await Promise.all(crowd.slice(1))
  crowd.push(check('sbx_clear'))
  for (const end of ends.splice(0)) end()
  await Promise.all(crowd)
  const next = check('sbx_mixed')
  await expect(check('sbx_clear')).rejects.toMatchObject(busy)
  for (const end of ends.splice(0)) end()
  await next
})

it('lets one check of any size in when nothing else goes on, and what asks for no post always', async () => {
  const upstream = admitting(createSandbox(20), 20)
  const posts = Array.from({ length: 30 }, (_, index) => ({ name: 'a', id: `${10 + index}` }))
  const large = upstream.checkPosts(posts, callerWith(signal))
  await expect(upstream.checkPosts(posts.slice(0, 1), callerWith(signal, 'b'))).rejects.toMatchObject({
    code: 'busy',
  })
  await expect(upstream.checkPosts([], callerWith(signal))).resolves.toEqual([])
  expect(await large).toHaveLength(30)
  const held = upstream.checkPosts(posts.slice(0, 19), callerWith(signal))
  await expect(upstream.checkPosts(posts.slice(0, 1), callerWith(signal, 'b'))).resolves.toHaveLength(1)
  await held
})
