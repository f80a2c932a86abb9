import * as v from 'valibot'
import { expect, it } from 'vitest'
import { BatchAnswer, History } from '../../contract/wire.ts'
import type { AppOptions } from '../../server/app.ts'
import { countInMemory, createStorageQuota } from '../../server/http/limits.ts'
import type { Store } from '../../server/store/Store.ts'
import { createMemoryStore } from './memoryStore.ts'
import { bodyFor, headersOf, inProcess, post, solved } from './client.ts'
import { testApp } from './testApp.ts'

const KB = 1024

/** An app whose store counts the bytes of the histories that it is given. */
function counted(more: Partial<AppOptions> = {}) {
  const memory = createMemoryStore()
  const stored = { bytes: 0 }
  const store: Store = {
    ...memory,
    saveHistory: (...given) => (
      (stored.bytes += JSON.stringify(given[1]).length),
      memory.saveHistory(...given)
    ),
  }
  const call = inProcess(testApp({ difficulty: 1, store, ...more }))
  async function check(urls: string[], previous?: string) {
    const proof = await solved(call, bodyFor('', { searchban: false, repost: false }))
    const body = { urls, key: { token: proof.token }, ...(previous && { previous }) }
    const answer = await post(call, '/api/check-batch', body, headersOf(proof))
    return answer.ok ? v.parse(BatchAnswer, await answer.json()) : answer.status
  }
  async function read(id: string) {
    const answer = await call(`/api/get-history-by-session-id?id=${id}`)
    return v.parse(History, await answer.json()).results
  }
  return { check, read, stored }
}
const answered = (answer: Awaited<ReturnType<ReturnType<typeof counted>['check']>>) => {
  if (typeof answer === 'number') throw new Error(`refused with ${answer}`)
  return answer
}

it('stores at most 200 characters of what is no URL', async () => {
  const { check, stored } = counted()
  const junk = Array.from({ length: 200 }, (_, index) => `${index} ${'junk '.repeat(60)}`)
  expect(answered(await check(junk)).results).toHaveLength(200)
  expect(stored.bytes).toBeLessThan(200 * (200 + 50))
})

it('shows a repeated check whole, also one that was repeated again', async () => {
  const { check, read } = counted()
  const urls = ['1', '2', '3', '9'].map((digit) => `https://x.com/a/status/12${digit}`)
  const first = answered(await check([...urls, 'y'.repeat(300)]))
  const second = answered(await check(urls.slice(3), first.sessionId))
  const third = answered(await check(['y'.repeat(300)], second.sessionId))
  const fourth = answered(await check(urls.slice(1, 2), third.sessionId))
  for (const { sessionId } of [first, second, third, fourth]) {
    expect((await read(sessionId)).map(({ url }) => url)).toEqual([...urls, 'y'.repeat(200)])
  }
})

it('shows a repeated check whole where the batch before it is gone', async () => {
  const memory = createMemoryStore()
  const { check, read } = counted({ store: memory })
  const urls = ['1', '2'].map((digit) => `https://x.com/a/status/12${digit}`)
  const first = answered(await check(urls))
  const second = answered(await check(urls.slice(1), first.sessionId))
  await memory.removeHistory(first.sessionId)
  expect((await read(second.sessionId)).map(({ url }) => url)).toEqual(urls)
})

it('stores no more than its part for one address in a day, and answers its checks without a link', async () => {
  const { check, stored } = counted({ storageQuota: createStorageQuota(20 * KB, countInMemory()) })
  const urls = Array.from({ length: 20 }, (_, index) => `https://x.com/a/status/${index}?${'q'.repeat(200)}`)
  const links = new Set<boolean>()
  for (let turn = 0; turn < 10; turn++) links.add(answered(await check(urls)).sessionId !== '')
  expect(links).toEqual(new Set([true, false]))
  expect(stored.bytes).toBeLessThan(20 * KB)
})

it('refuses URLs of more than 2,048 characters', async () => {
  const { check } = counted()
  expect(await check(['https://x.com/a/status/1?'.padEnd(2048, 'q')])).not.toBe(400)
  expect(await check(['https://x.com/a/status/1?'.padEnd(2049, 'q')])).toBe(400)
})
