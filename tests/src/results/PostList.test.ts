import { expect, it } from 'vitest'
import { rowHeight } from '../../../src/results/PostList.tsx'
import { rowOf } from '../../../src/results/posts.ts'

const url = 'https://x.com/a/status/1980000000000000000'
const heightOf = (status: string) => rowHeight(rowOf({ url, status }, 0))

it('grows by the words of the post and by the way to look for it, each only where the row has it', () => {
  const bare = heightOf('NOT_FOUND')
  const withWords = heightOf('AVAILABLE')
  const withBoth = heightOf('UNSEARCHED')
  const evidence = { visible: false, found: null, reason: 'failed' } as const
  const withSearch = rowHeight(rowOf({ url, status: 'RESTRICTED', evidence }, 0))
  expect(bare).toBeGreaterThan(0)
  expect([withWords > bare, withSearch > bare, withBoth > Math.max(withWords, withSearch)]).toEqual([
    true,
    true,
    true,
  ])
  expect(withBoth - withSearch).toBe(withWords - bare)
})
