import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Preview } from '../../../src/results/previewOf.ts'

type PreviewRequest = { url: string; signal: AbortSignal; give: (preview: Preview) => void }
let requestPreview: (request: PreviewRequest) => void
let knownPreview: (url: string) => Preview | null

beforeEach(async () => {
  vi.resetModules()
  ;({ requestPreview, knownPreview } = await import('../../../src/results/previews.ts'))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const { signal } = new AbortController()
const postUrl = (id: number) => `https://x.com/a/status/${id}`
const answer = () => Response.json({ html: '<p>words</p>', author_name: 'author' })

/** Holds every preview call until it is let go, and counts how many are held at most. */
function holdCalls() {
  const held: (() => void)[] = []
  const asked: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url).searchParams.get('url') ?? '')
    await new Promise<void>((resolve) => held.push(resolve))
    return answer()
  })
  return { asked, letGo: () => held.splice(0).forEach((resolve) => resolve()), held }
}

it('fetches a preview once, however often it is requested', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () => answer())
  vi.stubGlobal('fetch', fetched)
  const give = vi.fn<(preview: Preview) => void>()
  requestPreview({ url: postUrl(1), signal, give })
  await vi.waitFor(() => expect(give).toHaveBeenCalledWith({ author: 'author', name: null, words: 'words' }))
  requestPreview({ url: postUrl(1), signal, give })
  await vi.waitFor(() => expect(give).toHaveBeenCalledTimes(2))
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(knownPreview(postUrl(1))).toEqual({ author: 'author', name: null, words: 'words' })
})

it('fetches four at once, and never for a row that has left the window before its turn', async () => {
  const { asked, letGo, held } = holdCalls()
  const gone = new AbortController()
  for (let id = 1; id <= 10; id++) {
    requestPreview({ url: postUrl(id), signal: id === 6 ? gone.signal : signal, give: () => undefined })
  }
  await vi.waitFor(() => expect(held).toHaveLength(4))
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
  const fetched = vi.fn<() => Promise<Response>>(async () => new Response('{}', { status: 404 }))
  vi.stubGlobal('fetch', fetched)
  const give = vi.fn<(preview: Preview) => void>()
  requestPreview({ url: postUrl(1), signal, give })
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(1))
  await new Promise((resolve) => setTimeout(resolve, 10))
  requestPreview({ url: postUrl(1), signal, give })
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(give).not.toHaveBeenCalled()
})

it('pauses after a failure', async () => {
  const fetched = vi.fn<() => Promise<Response>>(async () => new Response('', { status: 429 }))
  vi.stubGlobal('fetch', fetched)
  for (let id = 1; id <= 40; id++) requestPreview({ url: postUrl(id), signal, give: () => undefined })
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(fetched.mock.calls.length).toBeLessThanOrEqual(4)
})

it('keeps the newest 500 previews and removes older ones', async () => {
  vi.stubGlobal('fetch', async () => answer())
  for (let id = 1; id <= 502; id++) requestPreview({ url: postUrl(id), signal, give: () => undefined })
  await vi.waitFor(() => expect(knownPreview(postUrl(502))).not.toBeNull(), 20_000)
  const kept = Array.from({ length: 502 }, (_, index) => knownPreview(postUrl(index + 1)) !== null)
  expect(kept.filter(Boolean)).toHaveLength(500)
  expect(kept.slice(0, 2)).toEqual([false, false])
})
