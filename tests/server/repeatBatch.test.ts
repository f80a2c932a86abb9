import * as v from 'valibot'
import { expect, it } from 'vitest'
import { BatchAnswer } from '../../contract/wire.ts'
import { createSandbox } from '../../server/upstream/sandbox.ts'
import { bodyFor, headersOf, post, solved } from './client.ts'
import { testApp } from './testApp.ts'

const app = testApp({
  difficulty: 1,
  historyMs: 7 * 86_400_000,
  upstream: createSandbox(0, 'none', () => 5),
})
const call = async (path: string, init?: RequestInit) => await app.request(path, init)
const urls = ['0', '9'].map((digit) => `https://x.com/sbx_mixed/status/12${digit}`)

async function check(urls: string[], previous?: unknown) {
  const proof = await solved(call, bodyFor('', { searchban: false, repost: false }))
  return await post(
    call,
    '/api/check-batch',
    { urls, key: { token: proof.token }, previous },
    headersOf(proof),
  )
}

it('takes the rows it does not check from the saved batch, never from the caller', async () => {
  const first = v.parse(BatchAnswer, await (await check(urls)).json())
  const second = v.parse(BatchAnswer, await (await check([urls[1] ?? ''], first.sessionId)).json())
  const again = second.results[1]?.again
  expect(again).toBeGreaterThan(0)
  expect(second.results).toEqual([first.results[0], { ...first.results[1], again }])
  expect(second.sessionId).not.toBe(first.sessionId)
  expect(second.keptDays).toBe(7)
})

it.each(['A'.repeat(22), '../../etc', ''])('checks as usual when %j is no saved batch', async (previous) => {
  const answer = v.parse(BatchAnswer, await (await check(urls, previous)).json())
  expect(answer.results.map(({ url }) => url)).toEqual(urls)
})

it('ignores a saved batch that held other posts', async () => {
  const other = v.parse(BatchAnswer, await (await check(['https://x.com/a/status/50'])).json())
  const answer = v.parse(BatchAnswer, await (await check(urls, other.sessionId)).json())
  expect(answer.results.map(({ url }) => url)).toEqual(urls)
})

it.each([5, {}, 'x'.repeat(65)])('refuses %j as a batch', async (previous) => {
  expect((await check(urls, previous)).status).toBe(400)
})
