import { expect, it } from 'vitest'
import { admitting } from '../../../server/upstream/admitting.ts'
import { createSandbox } from '../../../server/upstream/sandbox.ts'
import { bodyFor } from '../client.ts'

const signal = new AbortController().signal
const accounts = (names: string[], postsMax: number) => {
  const upstream = admitting(createSandbox(20), postsMax)
  return Promise.allSettled(names.map((name) => upstream.checkAccount(bodyFor(name), signal)))
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
  await upstream.checkAccount(bodyFor('sbx_clear'), signal)
  await expect(upstream.checkAccount(bodyFor('sbx_mixed'), signal)).resolves.toBeDefined()
})
