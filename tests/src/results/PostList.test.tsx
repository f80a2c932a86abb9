import { Provider } from 'jotai'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { PostEvidence } from '../../../contract/wire.ts'
import { PostResults } from '../../../src/results/PostList.tsx'
import { ResultRow } from '../../../src/results/PostRow.tsx'
import { toListedPostRows } from '../../../src/results/posts.ts'
import { postSearchText } from '../../../src/text/postSearch.ts'
import { resultText } from '../../../src/text/result.ts'

const url = 'https://x.com/a/status/1980000000000000000'
function heightOf(status: string, evidence?: PostEvidence): number {
  const list = renderToStaticMarkup(
    <Provider>
      <PostResults results={[{ url, status, evidence }]} author="a" />
    </Provider>,
  )
  return Number(/--estimate:([\d.]+)px/.exec(list)?.[1])
}

it('the estimated height of a row grows with the text of the post and with the link to search, only if the row has them', () => {
  const bare = heightOf('NOT_FOUND')
  const withWords = heightOf('AVAILABLE')
  const withBoth = heightOf('UNSEARCHED')
  const reason = { cause: 'failed', part: 'search' } as const
  const withSearch = heightOf('RESTRICTED', { visible: false, found: null, reason })
  expect(bare).toBeGreaterThan(0)
  expect(withWords).toBeGreaterThan(bare)
  expect(withSearch).toBeGreaterThan(bare)
  expect(withBoth - withSearch).toBe(withWords - bare)
})

// Made at 19:54:56 UTC on the second of March 2020: on a device in Japan that is the third.
const URL_OF_POST = 'https://x.com/a/status/1234567890123456789'
function html(url: string, now: number): string {
  const rows = toListedPostRows([{ url, status: 'NOT_FOUND' }])
  const list = rows.map((row) => <ResultRow key={row.id} row={row} said={new Set()} now={now} />)
  return /<time.*<\/time>/.exec(renderToStaticMarkup(<Provider>{list}</Provider>))?.[0] ?? ''
}
const words = (...given: Parameters<typeof html>) => html(...given).replaceAll(/<[^>]+>/g, '')

it('a row shows when a post was made by the device’s clock, with the year if it is not the current one there', () => {
  expect(words(URL_OF_POST, Date.UTC(2020, 5, 1))).toBe('3月3日 4:54')
  expect(words(URL_OF_POST, Date.UTC(2020, 11, 31, 14, 59))).toBe('3月3日 4:54')
  expect(words(URL_OF_POST, Date.UTC(2020, 11, 31, 15))).toBe('2020年3月3日 4:54')
  expect(html(URL_OF_POST, 0)).toContain('dateTime="2020-03-02T19:54:56.824Z"')
})

it('a row shows no date if the URL contains no time', () => {
  expect(html('https://x.com/a/status/1', 0)).toBe('')
  expect(html('no post', 0)).toBe('')
})

it('a list has the filters, all posts, and below them the legend, with the reasons why posts may be excluded', () => {
  const results = Array.from({ length: 20 }, (_, index) => ({
    url: `https://x.com/a/status/19800000000000000${10 + index}`,
    status: index === 5 ? 'FORBIDDEN' : 'AVAILABLE',
  }))
  const list = renderToStaticMarkup(
    <Provider>
      <PostResults results={results} author="a" />
    </Provider>,
  )
  const { badge, filter, legend } = resultText
  const parts = [
    ...(['ok', 'excluded', 'quote', 'error'] as const).map(
      (group) => filter.chip(badge[group], 0).split(' ')[0],
    ),
    ...results.map(({ url }) => url),
    legend,
    postSearchText.causes.title,
  ]
  const places = parts.map((part = '') => list.indexOf(part))
  expect(places.every((place) => place >= 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

it('the filters count only the posts that are given to be counted, and the list still shows the others', () => {
  const own = { url: 'https://x.com/a/status/1980000000000000001', status: 'AVAILABLE' }
  const repost = { url: 'https://x.com/i/status/1980000000000000002', status: 'RESTRICTED' }
  const list = renderToStaticMarkup(
    <Provider>
      <PostResults results={[own, repost]} counted={[own]} author="a" />
    </Provider>,
  )
  const { badge, filter } = resultText
  expect(list).toContain(filter.chip(badge.ok, 1))
  expect(list).not.toContain(filter.chip(badge.restricted, 1))
  expect(list).toContain(repost.url)
})
