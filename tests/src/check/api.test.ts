import { getDefaultStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiClient, readLimited } from '../../../src/check/api.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a call of the API', () => {
  let requests: Request[]

  /** Answers every call with `status`, and keeps what was asked. */
  function answering(status: number, headers: HeadersInit = {}, after = 0) {
    requests = []
    vi.stubGlobal('fetch', async (request: Request) => {
      requests.push(request)
      if (after > 0) await new Promise((resolve) => setTimeout(resolve, after))
      return new Response('{}', { status, headers })
    })
  }

  const fresh = async () => await import('../../../src/check/api.ts')

  beforeEach(() => {
    vi.resetModules()
    vi.useFakeTimers()
  })

  /** Whether a call ended well, and how many requests it took; looked at after so many milliseconds. */
  async function outcome(call: Promise<unknown>, after = 60_000) {
    let ended: boolean | undefined
    call.then(
      () => (ended = true),
      () => (ended = false),
    )
    await vi.advanceTimersByTimeAsync(after)
    return { ended, requests: requests.length }
  }

  it('a call goes to the configured server, is never answered from a cache, and is tried three times if it only reads', async () => {
    const { apiClient } = await fresh()
    answering(503)
    expect(await outcome(apiClient.get('ip'))).toEqual({ ended: false, requests: 3 })
    expect(requests[0]).toMatchObject({ url: 'http://api.test/api/ip', cache: 'no-store' })
  })

  it('a call is made once if it may have spent a challenge', async () => {
    const { apiClient } = await fresh()
    answering(503, { 'Retry-After': '1' })
    expect(await outcome(apiClient.post('check-by-user'))).toEqual({ ended: false, requests: 1 })
  })

  it.each([
    [429, 2],
    [503, 2],
    [500, 1],
  ])(
    'a call that spends nothing is repeated once if the server asks to wait: %i, %i requests',
    async (status, times) => {
      const { apiClient, RETRYABLE_POST_OPTIONS } = await fresh()
      answering(status, { 'Retry-After': '1' })
      const call = apiClient.post('generate-keyvalue', RETRYABLE_POST_OPTIONS)
      expect(await outcome(call)).toEqual({ ended: false, requests: times })
    },
  )

  it.each([
    [4_999, 1],
    [5_000, 2],
  ])(
    'a call waits for at most five seconds, however long the server asks it to wait: after %i ms it has sent %i requests',
    async (after, requests) => {
      const { apiClient, RETRYABLE_POST_OPTIONS } = await fresh()
      answering(429, { 'Retry-After': '3600' })
      const call = apiClient.post('generate-keyvalue', RETRYABLE_POST_OPTIONS)
      expect(await outcome(call, after)).toMatchObject({ requests })
    },
  )

  it('a call has no deadline of its own', async () => {
    const { apiClient } = await fresh()
    answering(200, {}, 29_000)
    expect(await outcome(apiClient.get('ip'), 29_000)).toMatchObject({ ended: true })
  })

  it('a call returns the upstream that its response names, and keeps the known one if a response names none', async () => {
    const { apiClient } = await fresh()
    const { lastUpstreamAtom } = await import('../../../src/check/upstream.ts')
    const store = getDefaultStore()
    answering(200, { 'X-Upstream': 'sandbox' })
    await apiClient.get('ip')
    expect(store.get(lastUpstreamAtom)).toBe('sandbox')
    answering(200)
    await apiClient.get('ip')
    expect(store.get(lastUpstreamAtom)).toBe('sandbox')
  })
})

describe('readLimited', () => {
  /** Answers every call with so many bytes, and counts those that are fetched. */
  function answering(size: number, status: number) {
    const read = { bytes: 0 }
    vi.stubGlobal('fetch', async () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (read.bytes >= size) return controller.close()
          read.bytes += 10_000
          controller.enqueue(new Uint8Array(10_000))
        },
      })
      return new Response(body, { status, headers: { 'Content-Type': 'application/json' } })
    })
    return read
  }

  // The page once read all 50 MB of an answer.
  it.each([
    [200, 'too long'],
    [500, '500'],
  ])(
    'readLimited reads at most 1 MB of a response with status %i, and then fails',
    async (status, message) => {
      const read = answering(50_000_000, status)
      await expect(apiClient.get('ip', { retry: 0 }).json()).rejects.toThrow(message)
      expect(read.bytes).toBeLessThan(1_200_000)
    },
  )

  it('readLimited reads a response of 1 MB, and none that is a byte longer', async () => {
    const answerOf = (bytes: number) => readLimited(new Response('x'.repeat(bytes)))
    expect(await (await answerOf(1_000_000)).text()).toHaveLength(1_000_000)
    await expect((await answerOf(1_000_001)).text()).rejects.toThrow('too long')
  })

  it('readLimited passes on a response without a body', async () => {
    expect(await readLimited(new Response(null, { status: 204 }))).toMatchObject({ status: 204, body: null })
  })
})
