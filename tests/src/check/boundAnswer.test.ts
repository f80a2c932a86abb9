import * as v from 'valibot'
import { afterEach, expect, it, vi } from 'vitest'
import { api, boundAnswer } from '../../../src/check/api.ts'

afterEach(() => vi.unstubAllGlobals())

/** Answers every call with JSON of so many bytes, and counts what of it is fetched. */
function answering(size: number, status = 200) {
  const read = { bytes: 0 }
  const text = new TextEncoder()
  vi.stubGlobal('fetch', async () => {
    const chunks = (function* () {
      yield text.encode('{"message":"')
      for (let sent = 14; sent < size; sent += 10_000) yield text.encode('x'.repeat(10_000))
      yield text.encode('"}')
    })()
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const { value, done } = chunks.next()
        if (done) return controller.close()
        read.bytes += value.byteLength
        controller.enqueue(value)
      },
    })
    return new Response(body, { status, headers: { 'Content-Type': 'application/json' } })
  })
  return read
}
const Answer = v.object({ message: v.string() })

// The page once read all 50 MB of an answer.
it.each([
  [200, 'too long'],
  [500, '500'],
])('reads at most 1 MB of an answer with status %i, and fails then', async (status, message) => {
  const read = answering(50_000_000, status)
  await expect(api.get('ip', { retry: 0 }).json(Answer)).rejects.toThrow(message)
  expect(read.bytes).toBeLessThan(1_200_000)
})

it('reads an answer of 1 MB, and none that is a byte longer', async () => {
  const answerOf = (bytes: number) => boundAnswer(new Response('x'.repeat(bytes)))
  expect(await (await answerOf(1_000_000)).text()).toHaveLength(1_000_000)
  await expect((await answerOf(1_000_001)).text()).rejects.toThrow('too long')
})

it('hands on an answer that has no body', async () => {
  const response = await boundAnswer(new Response(null, { status: 204 }))
  expect(response.status).toBe(204)
  expect(await response.text()).toBe('')
})

it('reads what is shorter as it is', async () => {
  answering(900_000)
  expect((await api.get('ip').json(Answer)).message.length).toBeGreaterThan(890_000)
})
