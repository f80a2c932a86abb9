import { describe, expect, it } from 'vitest'
import { ENDPOINTS, requestOf } from '../../../src/account/query.ts'

const asked = { variant: 'main', screenName: 'Sbx_Clear' } as const

describe('what a check asks the server', () => {
  // D11: the second checkbox counts only while the first is on.
  it.each([
    { posts: true, reposts: true, searchban: true, repost: true },
    { posts: true, reposts: false, searchban: true, repost: false },
    { posts: false, reposts: true, searchban: false, repost: false },
    { posts: false, reposts: false, searchban: false, repost: false },
  ])(
    'is searchban=$searchban, repost=$repost where posts are $posts and reposts $reposts',
    ({ posts, reposts, ...said }) => {
      expect(requestOf({ ...asked, posts, reposts }, 'the key')).toEqual({
        screen_name: 'Sbx_Clear',
        key: 'the key',
        ...said,
      })
    },
  )

  it('goes to an endpoint of its own on the test variant', () => {
    expect(ENDPOINTS).toEqual({ main: 'check-by-user', test: 'check-by-user-inner' })
  })
})
