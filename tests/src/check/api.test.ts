import { getDefaultStore } from 'jotai/vanilla'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

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
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
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

describe('a call of the API', () => {
  it('goes to the configured server and takes no answer out of a cache', async () => {
    const { api } = await fresh()
    answering(200)
    await api.get('healthz')
    expect(requests[0]).toMatchObject({ url: 'http://api.test/api/healthz', cache: 'no-store' })
  })

  it('is tried three times when it only reads', async () => {
    const { api } = await fresh()
    answering(503)
    expect(await outcome(api.get('ip'))).toEqual({ ended: false, requests: 3 })
  })

  it('is made once when it may have spent a challenge', async () => {
    const { api } = await fresh()
    answering(503, { 'Retry-After': '1' })
    expect(await outcome(api.post('check-by-user'))).toEqual({ ended: false, requests: 1 })
  })

  it.each([
    [429, 2],
    [503, 2],
    [500, 1],
  ])(
    'that spends nothing is repeated once when the server asks to wait: %i, %i requests',
    async (status, times) => {
      const { api, repeatable } = await fresh()
      answering(status, { 'Retry-After': '1' })
      const call = api.post('generate-keyvalue', repeatable)
      expect(await outcome(call)).toEqual({ ended: false, requests: times })
    },
  )

  it('waits for five seconds at most, whatever the server asks for', async () => {
    const { api, repeatable } = await fresh()
    answering(429, { 'Retry-After': '3600' })
    expect(await outcome(api.post('generate-keyvalue', repeatable), 4_999)).toMatchObject({ requests: 1 })
    answering(429, { 'Retry-After': '3600' })
    expect(await outcome(api.post('generate-keyvalue', repeatable), 5_000)).toMatchObject({ requests: 2 })
    answering(429, { 'Retry-After': '3600' })
    expect(await outcome(api.get('ip'), 10_000)).toMatchObject({ requests: 3 })
  })

  it('has no deadline of its own', async () => {
    const { api } = await fresh()
    answering(200, {}, 29_000)
    expect(await outcome(api.get('ip'), 28_999)).toMatchObject({ ended: undefined })
    answering(200, {}, 29_000)
    expect(await outcome(api.get('ip'), 29_000)).toMatchObject({ ended: true })
  })

  it('tells which upstream its answer came from, and keeps that when an answer does not say', async () => {
    const { api } = await fresh()
    const { upstreamAtom } = await import('../../../src/check/CheckError.ts')
    const store = getDefaultStore()
    answering(200)
    await api.get('ip')
    expect(store.get(upstreamAtom)).toBeNull()
    answering(200, { 'X-Upstream': 'sandbox' })
    await api.get('ip')
    expect(store.get(upstreamAtom)).toBe('sandbox')
    answering(200)
    await api.get('ip')
    expect(store.get(upstreamAtom)).toBe('sandbox')
  })
})
