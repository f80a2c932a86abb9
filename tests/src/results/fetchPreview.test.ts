import { afterEach, expect, it, vi } from 'vitest'
import { fetchPreview } from '../../../src/results/previews.ts'

const POST = 'https://x.com/a/status/1?s=20&t=b'
const { signal } = new AbortController()
afterEach(() => {
  vi.unstubAllGlobals()
})

/** Answers every call with this, and counts the calls. */
function answering(answer: () => Response) {
  const asked: URL[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(new URL(request.url))
    return answer()
  })
  return asked
}

it('asks once for the whole URL, and reads who wrote what', async () => {
  const asked = answering(() =>
    Response.json({ html: '<p>words</p>', author_name: 'Author', author_url: 'https://x.com/author' }),
  )
  expect(await fetchPreview(POST, signal)).toEqual({ author: 'Author', name: 'author', words: 'words' })
  expect(asked.map(({ pathname }) => pathname)).toEqual(['/api/oembed'])
  expect([...(asked[0]?.searchParams ?? [])]).toEqual([['url', POST]])
})

it.each([400, 403, 404, 410, 499])('takes status %i for a post without a preview', async (status) => {
  answering(() => new Response('{}', { status }))
  expect(await fetchPreview(POST, signal)).toBeNull()
})

it.each([429, 500, 502, 503])(
  'fails with status %i, which may pass, and asks no second time',
  async (status) => {
    const asked = answering(() => new Response('{}', { status }))
    await expect(fetchPreview(POST, signal)).rejects.toThrow('Failed to fetch a preview')
    expect(asked).toHaveLength(1)
  },
)

it('fails where nobody answers, or with something else', async () => {
  vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetchPreview(POST, signal)).rejects.toThrow('network error')
  answering(() => Response.json({ html: 5 }))
  await expect(fetchPreview(POST, signal)).rejects.toThrow('schema validation failed')
})

it('ends with the reason of an abort, even where a refusal came meanwhile', async () => {
  const left = new AbortController()
  answering(() => {
    left.abort(new Error('the row has left'))
    return new Response('{}', { status: 404 })
  })
  await expect(fetchPreview(POST, left.signal)).rejects.toThrow('the row has left')
})
