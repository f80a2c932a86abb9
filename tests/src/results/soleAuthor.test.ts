import { expect, it } from 'vitest'
import { soleAuthor } from '../../../src/results/posts.ts'

const URL = 'https://x.com/typed/status/1980000000000000000'
const by = (author?: string, status = 'AVAILABLE') => ({
  url: URL,
  status,
  evidence: { visible: true, found: true, reason: null, author },
})

it('names the author whom X names for every post, whatever the case', () => {
  expect(soleAuthor([by('Someone'), by('someone')])).toBe('Someone')
  expect(soleAuthor([by('someone'), by('other')])).toBeNull()
  expect(soleAuthor([])).toBeNull()
})

it('names nobody where X named no author of a post, and never the name in a URL', () => {
  expect(soleAuthor([by('someone'), by()])).toBeNull()
  expect(soleAuthor([by(), by('someone')])).toBeNull()
  expect(soleAuthor([{ url: URL, status: 'AVAILABLE' }])).toBeNull()
})

it('does not wait for an author of what X does not show', () => {
  const unseen = ['NOT_FOUND', 'UNKNOWN', 'RESTRICTED'].map((status) => by(undefined, status))
  expect(soleAuthor([...unseen, by('someone'), { url: 'x', status: 'INVALID_URL' }])).toBe('someone')
  expect(soleAuthor(unseen)).toBeNull()
})
