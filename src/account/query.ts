import type { CheckRequest } from '../../contract/wire.ts'

/** The two pages of the account check; the test variant asks the inner endpoint. */
export type Variant = 'main' | 'test'

export type AccountQuery = { variant: Variant; screenName: string; posts: boolean; reposts: boolean }

export const ENDPOINTS = {
  main: 'check-by-user',
  test: 'check-by-user-inner',
} as const satisfies Record<Variant, string>

/** The body of both the challenge and the check. */
export function requestOf(query: AccountQuery, key: string): CheckRequest {
  return {
    screen_name: query.screenName,
    key,
    searchban: query.posts,
    repost: query.posts && query.reposts,
  }
}
