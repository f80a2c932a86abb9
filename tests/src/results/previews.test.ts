import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Preview } from '../../../src/results/previews.ts'
import { waitFor } from '../../waitFor.ts'

type PreviewRequest = { url: string; signal: AbortSignal; give: (preview: Preview) => void }
let requestPreview: (request: PreviewRequest) => void
let knownPreview: (url: string) => Preview | null

beforeEach(async () => {
  vi.resetModules()
  ;({ requestPreview, knownPreview } = await import('../../../src/results/previews.ts'))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const { signal } = new AbortController()
const postUrl = (id: number) => `https://x.com/a/status/${id}`
const answer = () => Response.json({ html: '<p>words</p>', author_name: 'author' })

/** Holds every preview call until it is let go, and counts how many are held at most. */
function holdCalls(statusOf = (_url: string) => 200) {
  const held: (() => void)[] = []
  const asked: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url).searchParams.get('url') ?? ''
    asked.push(url)
    await new Promise<void>((resolve) => held.push(resolve))
    const status = statusOf(url)
    return status === 200 ? answer() : new Response('{}', { status })
  })
  return { asked, letGo: () => held.splice(0).forEach((resolve) => resolve()), held }
}

it('fetches a preview once, however often it is requested', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  const give = vi.fn<(preview: Preview) => void>()
  requestPreview({ url: postUrl(1), signal, give })
  await waitFor(() => expect(give).toHaveBeenCalledWith({ author: 'author', name: null, words: 'words' }))
  requestPreview({ url: postUrl(1), signal, give })
  await waitFor(() => expect(give).toHaveBeenCalledTimes(2))
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(knownPreview(postUrl(1))).toEqual({ author: 'author', name: null, words: 'words' })
})

it('goes on after each of them', async () => {
  vi.stubGlobal('fetch', async () => answer())
  for (let id = 1; id <= 9; id++) {
    const give = vi.fn<(preview: Preview) => void>()
    requestPreview({ url: postUrl(id), signal, give })
    await waitFor(() => expect(give).toHaveBeenCalledTimes(1))
  }
})

it('goes on at once when a row has left during its fetch, which is no failure', async () => {
  const { asked, letGo, held } = holdCalls()
  const gone = new AbortController()
  const give = vi.fn<(preview: Preview) => void>()
  requestPreview({ url: postUrl(1), signal: gone.signal, give })
  await waitFor(() => expect(held).toHaveLength(1))
  gone.abort()
  // By the next task the page has heard of it.
  await new Promise((resolve) => setTimeout(resolve))
  const next = vi.fn<(preview: Preview) => void>()
  requestPreview({ url: postUrl(2), signal, give: next })
  await waitFor(() => expect(held).toHaveLength(2))
  letGo()
  await waitFor(() => expect(next).toHaveBeenCalledTimes(1))
  expect(asked).toEqual([postUrl(1), postUrl(2)])
  expect(give).not.toHaveBeenCalled()
})

it('fetches four at once, and never for a row that has left the window before its turn', async () => {
  const { asked, letGo, held } = holdCalls()
  const gone = new AbortController()
  for (let id = 1; id <= 10; id++) {
    requestPreview({ url: postUrl(id), signal: id === 6 ? gone.signal : signal, give: () => undefined })
  }
  await waitFor(() => expect(held).toHaveLength(4))
  expect(asked).toEqual([1, 2, 3, 4].map(postUrl))
  gone.abort()
  while (asked.length < 9) {
    letGo()
    await new Promise((resolve) => setTimeout(resolve))
    expect(held.length).toBeLessThanOrEqual(4)
  }
  letGo()
  expect(asked).not.toContain(postUrl(6))
})

it('remembers that a post has no preview', async () => {
  const { asked, letGo, held } = holdCalls((url) => (url === postUrl(1) ? 404 : 200))
  const give = vi.fn<(preview: Preview) => void>()
  const last = vi.fn<(preview: Preview) => void>()
  requestPreview({ url: postUrl(1), signal, give })
  await waitFor(() => expect(held).toHaveLength(1))
  letGo()
  // Four at once are under way only when the first is over.
  for (const id of [2, 3, 4, 5]) requestPreview({ url: postUrl(id), signal, give: () => undefined })
  await waitFor(() => expect(held).toHaveLength(4))
  requestPreview({ url: postUrl(1), signal, give })
  requestPreview({ url: postUrl(6), signal, give: last })
  letGo()
  await waitFor(() => expect(held).not.toHaveLength(0))
  letGo()
  await waitFor(() => expect(last).toHaveBeenCalled())
  expect(asked).toEqual([1, 2, 3, 4, 5, 6].map(postUrl))
  expect(give).not.toHaveBeenCalled()
})

it('pauses after a failure, and goes on when half a minute is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const statuses = [200]
  const fetched = vi.fn<() => Promise<Response>>(async () => {
    const status = statuses.shift() ?? 429
    return status === 200 ? answer() : new Response('', { status })
  })
  vi.stubGlobal('fetch', fetched)
  const known = vi.fn<(preview: Preview) => void>()
  requestPreview({ url: postUrl(0), signal, give: known })
  await waitFor(() => expect(known).toHaveBeenCalledTimes(1))
  for (let id = 1; id <= 40; id++) requestPreview({ url: postUrl(id), signal, give: () => undefined })
  // One that is known is given in its turn, after all of these.
  requestPreview({ url: postUrl(0), signal, give: known })
  await waitFor(() => expect(known).toHaveBeenCalledTimes(2))
  const before = fetched.mock.calls.length
  expect(before).toBeLessThanOrEqual(1 + 4)
  vi.setSystemTime(Date.now() + 30_001)
  requestPreview({ url: postUrl(41), signal, give: () => undefined })
  await waitFor(() => expect(fetched).toHaveBeenCalledTimes(before + 1))
})

it('keeps the newest 500 previews and removes older ones', async () => {
  vi.stubGlobal('fetch', async () => answer())
  for (let id = 1; id <= 502; id++) requestPreview({ url: postUrl(id), signal, give: () => undefined })
  await waitFor(() => expect(knownPreview(postUrl(502))).not.toBeNull())
  const kept = Array.from({ length: 502 }, (_, index) => knownPreview(postUrl(index + 1)) !== null)
  expect(kept.filter(Boolean)).toHaveLength(500)
  expect(kept.slice(0, 2)).toEqual([false, false])
})
