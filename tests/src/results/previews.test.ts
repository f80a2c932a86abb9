import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type * as previews from '../../../src/results/previews.ts'
import { fetchPreview, onNearViewport, previewFromOembed } from '../../../src/results/previews.ts'
import type { PostPreview } from '../../../src/results/previews.ts'
import { waitFor } from '../../waitFor.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Answers every call for the preview of a URL, and lists the URLs. */
function answering(answer: (url: string) => Response | Promise<Response>): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url)
    const url = searchParams.get('url') ?? ''
    asked.push(pathname === '/api/oembed' ? url : pathname)
    return await answer(url)
  })
  return asked
}

describe('fetchPreview', () => {
  const POST = 'https://x.com/a/status/1?s=20&t=b'

  it("the request for a preview contains the whole URL, and the post's ticket if the server gave one", async () => {
    const queries: string[] = []
    vi.stubGlobal('fetch', async (request: Request) => {
      queries.push(new URL(request.url).search)
      return new Response('{}', { status: 404 })
    })
    await fetchPreview(POST, '17.abc')
    await fetchPreview(POST)
    expect(queries).toEqual([
      '?url=https%3A%2F%2Fx.com%2Fa%2Fstatus%2F1%3Fs%3D20%26t%3Db&ticket=17.abc',
      '?url=https%3A%2F%2Fx.com%2Fa%2Fstatus%2F1%3Fs%3D20%26t%3Db',
    ])
  })

  it.each([400, 499])('a post whose preview is refused with status %i has no preview', async (status) => {
    answering(() => new Response('{}', { status }))
    expect(await fetchPreview(POST)).toBeNull()
  })

  it.each([429, 500])(
    'fetching a preview fails with status %i, which may pass, and is not repeated at once',
    async (status) => {
      const asked = answering(() => new Response('{}', { status }))
      await expect(fetchPreview(POST)).rejects.toThrow('Failed to fetch a preview')
      expect(asked).toHaveLength(1)
    },
  )

  it('fetching a preview fails without a response, or with one of another shape', async () => {
    vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('Failed to fetch')))
    await expect(fetchPreview(POST)).rejects.toThrow('network error')
    answering(() => Response.json({ html: 5 }))
    await expect(fetchPreview(POST)).rejects.toThrow('schema validation failed')
  })
})

const html = (paragraph: string) =>
  `<blockquote class="twitter-tweet"><p lang="ja" dir="ltr">${paragraph}</p>&mdash; 花子 (@hanako) <a href="https://x.com/hanako/status/1">2026年11月20日</a></blockquote>`
const words = (paragraph: string) => previewFromOembed({ html: html(paragraph), author_name: '花子' })?.words

it('a preview has author and text, with the line breaks of the post', () => {
  const author = { author_name: '花子', author_url: 'https://twitter.com/hanako' }
  expect(previewFromOembed({ html: html('こんにちは、<br>\n世界'), ...author })).toEqual({
    author: '花子',
    name: 'hanako',
    words: 'こんにちは、\n世界',
  })
})

it.each([
  'https://evil.example/?https://x.com/hanako',
  'https://x.com/hanako/status/1',
  `https://x.com/${'a'.repeat(51)}`,
  'http://x.com/hanako',
])('a preview names no author with the URL %s, which is not a profile on X', (author_url) => {
  expect(previewFromOembed({ html: html('a'), author_name: '花子', author_url })?.name).toBeNull()
})

it.each(['a<br>b', 'a<br/>b', 'a<br />b', 'a <BR> b', 'a\n<br>\nb'])(
  'a preview breaks the line at %j',
  (paragraph) => {
    expect(words(paragraph)).toBe('a\nb')
  },
)

it('a preview reads the first paragraph, whatever attributes its tag has, and no other element', () => {
  const html = '<pre>no</pre><P\nlang="ja">yes</P><p>no</p>'
  expect(previewFromOembed({ html, author_name: 'a' })?.words).toBe('yes')
})

it('a preview keeps the text of links and decodes entities', () => {
  expect(
    words('A &amp; B &lt;b&gt; &quot;q&quot; &#39;s&#39; &#x1F408; <a href="https://t.co/x">#tag</a>'),
  ).toBe(`A & B <b> "q" 's' 🐈 #tag`)
})

it('a preview decodes an entity only once, and keeps text that only resembles one', () => {
  expect(words('&amp;lt;script&amp;gt;')).toBe('&lt;script&gt;')
  expect(words('a&#31;b&#32;c&#33;')).toBe('a b c!')
  expect(words('&#x10ffff;')).toBe('\u{10ffff}')
  expect(words('&nothing; &#0; &#x110000; &; &#99999999;')).toBe('&nothing;     &; &#99999999;')
})

it('a preview removes every tag, whatever is in it', () => {
  expect(words('a<script>alert(1)</script>b<img src=x onerror="alert(1)">c<!-- d -->e')).toBe('aalert(1)bce')
})

it('a preview contains the whole text of a post, or does not exist', () => {
  expect(words('あ'.repeat(5_000))).toHaveLength(5_000)
  expect(words('あ'.repeat(5_001))).toBeUndefined()
  // The end of the paragraph lies beyond what is read.
  expect(words(`words${' '.repeat(20_000)}`)).toBeUndefined()
})

it('a preview is short and plain text, whatever it is made from', () => {
  const piece = fc.constantFrom('<p>', '</p>', '<', '>', '&#', ';', '&lt', 'x'.repeat(300), '\0', '&#13;')
  const pieces = fc.array(piece).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(fc.oneof(pieces, fc.string()), (html) => {
      const preview = previewFromOembed({ html: `<p>${html}</p>`, author_name: html })
      expect(preview?.words.length ?? 0).toBeLessThanOrEqual(5_000)
      expect(preview?.author.length ?? 0).toBeLessThanOrEqual(100)
      expect(preview?.words ?? '').not.toMatch(/[\r\t]/)
    }),
  )
})

describe('previews', () => {
  let requestPreview: typeof previews.requestPreview
  let cachedPreview: typeof previews.cachedPreview

  beforeEach(async () => {
    vi.resetModules()
    ;({ requestPreview, cachedPreview } = await import('../../../src/results/previews.ts'))
  })

  const { signal } = new AbortController()
  const postUrl = (id: number) => `https://x.com/a/status/${id}`
  const answer = () => Response.json({ html: '<p>words</p>', author_name: 'author' })

  /** Holds every preview call until it is let go, and counts how many are held at most. */
  function holdCalls() {
    const held: (() => void)[] = []
    const asked = answering(async () => {
      await new Promise<void>((resolve) => held.push(resolve))
      return answer()
    })
    return { asked, letGo: () => held.splice(0).forEach((resolve) => resolve()), held }
  }

  it('a preview is fetched once, however often it is requested', async () => {
    const fetched = answering(answer)
    const give = vi.fn<(preview: PostPreview | null) => void>()
    requestPreview({ url: postUrl(1), signal, give })
    await waitFor(() => expect(give).toHaveBeenCalledWith({ author: 'author', name: null, words: 'words' }))
    requestPreview({ url: postUrl(1), signal, give })
    await waitFor(() => expect(give).toHaveBeenCalledTimes(2))
    expect(fetched).toHaveLength(1)
    expect(cachedPreview(postUrl(1))).toEqual({ author: 'author', name: null, words: 'words' })
  })

  it('a preview is not given to a row that disappeared while it was fetched', async () => {
    const { letGo, held } = holdCalls()
    const gone = new AbortController()
    const give = vi.fn<(preview: PostPreview | null) => void>()
    requestPreview({ url: postUrl(1), signal: gone.signal, give })
    await waitFor(() => expect(held).toHaveLength(1))
    gone.abort()
    letGo()
    await waitFor(() => expect(cachedPreview(postUrl(1))).toBeDefined())
    expect(give).not.toHaveBeenCalled()
  })

  it('four previews are fetched at once, and none for a row that left the window before its turn', async () => {
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

  it('a post without a preview is not requested again', async () => {
    const asked = answering((url) => (url === postUrl(1) ? new Response('{}', { status: 404 }) : answer()))
    const [give, other] = [
      vi.fn<(preview: PostPreview | null) => void>(),
      vi.fn<(preview: PostPreview | null) => void>(),
    ]
    for (const round of [1, 2]) {
      requestPreview({ url: postUrl(1), signal, give })
      requestPreview({ url: postUrl(1 + round), signal, give: other })
      await waitFor(() => expect(other).toHaveBeenCalledTimes(round))
    }
    expect(asked).toEqual([1, 2, 3].map(postUrl))
    expect(give.mock.calls).toEqual([[null], [null]])
  })

  it('previews that failed are fetched half a minute later, each URL once', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    let status = 429
    const fetched = answering(() => (status === 200 ? answer() : new Response('', { status })))
    const given = vi.fn<(preview: PostPreview | null) => void>()
    for (const id of [1, 2, 3, 4, 5, 6, 6, 7]) requestPreview({ url: postUrl(id), signal, give: given })
    await vi.advanceTimersByTimeAsync(29_000)
    expect(fetched).toEqual([1, 2, 3, 4].map(postUrl))
    expect(given).not.toHaveBeenCalled()
    status = 200
    await vi.advanceTimersByTimeAsync(2_000)
    vi.useRealTimers()
    await waitFor(() => expect(given).toHaveBeenCalledTimes(8))
    expect(fetched.slice(4).sort()).toEqual([1, 2, 3, 4, 5, 6, 7].map(postUrl))
  })

  it('the newest 500 previews are kept, and older ones removed', async () => {
    answering(answer)
    for (let id = 1; id <= 502; id++) requestPreview({ url: postUrl(id), signal, give: () => undefined })
    await waitFor(() => expect(cachedPreview(postUrl(502))).toBeDefined())
    const kept = Array.from({ length: 502 }, (_, index) => cachedPreview(postUrl(index + 1)) !== undefined)
    expect(kept.filter(Boolean)).toHaveLength(500)
    expect(kept.slice(0, 2)).toEqual([false, false])
  })
})

/** Stands in for the browser's observer of one element, which it has told of some moments and still has to tell of others. */
function fakeObserver() {
  const edge = { watched: [] as Element[], margin: '', tell: (..._nears: boolean[]): void => undefined }
  let waiting: boolean[] = []
  class Observer {
    constructor(listener: (told: object[]) => void, { rootMargin = '' }: IntersectionObserverInit) {
      edge.margin = rootMargin
      edge.tell = (...nears) => {
        waiting = nears
        queueMicrotask(
          () => waiting.length > 0 && listener(waiting.map((isIntersecting) => ({ isIntersecting }))),
        )
      }
    }
    observe = (element: Element) => void edge.watched.push(element)
    disconnect = () => void (edge.watched = [])
    takeRecords = () => (waiting = [])
  }
  vi.stubGlobal('IntersectionObserver', Observer)
  return edge
}

it('a callback runs each time an element comes within 400 pixels of the window, its signal aborts when the element leaves, and nothing runs after the end of watching', async () => {
  const edge = fakeObserver()
  const element = new EventTarget() as Element
  const signals: AbortSignal[] = []
  const stop = onNearViewport(element, (signal) => void signals.push(signal))
  const told = async (...nears: boolean[]) => {
    edge.tell(...nears)
    await Promise.resolve()
    return signals.map(({ aborted }) => aborted)
  }
  expect([edge.watched, edge.margin]).toEqual([[element], '400px 0px'])
  expect([await told(true), await told(true, false), await told(false), await told(false, true)]).toEqual([
    [false],
    [true],
    [true],
    [true, false],
  ])
  // What the browser has noticed, and not yet told.
  edge.tell(true)
  stop()
  await Promise.resolve()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  expect(edge.watched).toEqual([])
})
