import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { BatchSummary } from '../../../src/posts/BatchCards.tsx'
import type { ListedPost } from '../../../src/results/posts.ts'
import { text } from '../../../src/text/ja.ts'
import { filledButtonClass } from '../../../src/ui/controls.tsx'

const post = (author: string, status: string): ListedPost => ({
  url: `https://x.com/${author}/status/1980000000000000000`,
  status,
})

/** The links of the answer with the looks and the words of each. */
function linksOf(results: ListedPost[]) {
  const batch = { results, timestamp: 1, sessionId: '', savedAt: 1, upstream: 'x-api' }
  const html = renderToStaticMarkup(
    <MemoryRouter>
      <BatchSummary batch={batch} retry={null} />
    </MemoryRouter>,
  )
  return [...html.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(([, attributes = '', words = '']) => ({
    isFilled: attributes.includes(filledButtonClass),
    href: /href="([^"]*)"/.exec(attributes)?.[1],
    words: words.replaceAll(/<[^>]+>/g, ''),
  }))
}

it('if a post is missing in search, the filled button leads to the check of its author; of several authors each has a link', () => {
  expect(linksOf([post('taro', 'FORBIDDEN'), post('taro', 'AVAILABLE')])).toEqual([
    { isFilled: true, href: '/?screen_name=taro', words: text.post.authorsInUrls },
  ])
  expect(linksOf([post('taro', 'FORBIDDEN'), post('jiro', 'AVAILABLE')])).toEqual([
    { isFilled: false, href: '/?screen_name=taro', words: '@taro' },
    { isFilled: false, href: '/?screen_name=jiro', words: '@jiro' },
  ])
  expect(linksOf([post('taro', 'AVAILABLE')])).toEqual([])
})
