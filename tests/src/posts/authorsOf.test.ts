import { expect, it } from 'vitest'
import { authorsOf } from '../../../src/posts/batchExport.ts'

const post = (typed: string, author?: string) => ({
  url: `https://x.com/${typed}/status/1980000000000000001`,
  status: 'AVAILABLE',
  ...(author && { evidence: { visible: true, found: true, reason: null, author } }),
})

it('names the authors whom X names, each once whatever its case, and never the names in the URLs beside them', () => {
  const posts = [post('typed', 'Real'), post('other', 'real'), post('unknown')]
  expect(authorsOf(posts)).toEqual({ names: ['Real'], isTold: true })
})

it('takes the names in the URLs for what they are where X names nobody', () => {
  expect(authorsOf([post('a'), post('A'), post('i'), post('b')])).toEqual({
    names: ['a', 'b'],
    isTold: false,
  })
})

it('names eight at most', () => {
  const named = (...names: string[]) => authorsOf(names.map((name) => post(name))).names
  expect(named(...'abcdefghij')).toEqual([...'abcdefgh'])
  expect(named(...'aabbccddeeffgghh', 'A', 'j')).toEqual([...'abcdefgh'])
  expect(named(...'abcdefg')).toEqual([...'abcdefg'])
})

it('names nobody where there is no post, nor a name in any URL', () => {
  expect(authorsOf([])).toEqual({ names: [], isTold: false })
  expect(authorsOf([post('i'), { url: 'no post' }])).toEqual({ names: [], isTold: false })
})
