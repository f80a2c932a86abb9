import * as v from 'valibot'
import type { Reply } from '../asking/Reply.ts'
import type { XPost } from './xSchemas.ts'
import { XPosts } from './xSchemas.ts'

/** Posts of one answer, newest first. `whole` says that X holds no more of what was asked for; else `next` leads to the next page. */
export type Posts = { posts: XPost[]; whole: boolean; next: string | undefined }

/** Posts that search found, and for each what it quotes: null for nothing, undefined where X did not tell. */
export type Found = Posts & { quotedBy: (post: XPost) => string | null | undefined }

/** A timeline's posts; null when the answer does not count as one, `closed` when X says that it may not be read. */
export function readTimeline({ status, json }: Reply): Posts | 'closed' | null {
  const read = v.safeParse(XPosts, json)
  if (!read.success || status !== 200) return null
  const { data, meta, errors } = read.output
  if (data) return postsOf(data, meta)
  if (errors.some(({ type, title, detail }) => NOT_AUTHORIZED.test(`${type} ${title} ${detail}`)))
    return 'closed'
  if (errors.length > 0 || meta.result_count !== 0) return null
  return postsOf([], meta)
}
const NOT_AUTHORIZED = /not[- ]authorized/i

/** What search found; null unless the answer counts its results and reports no error: only then did X search. */
export function readSearch({ status, json }: Reply): Posts | null {
  const read = v.safeParse(XPosts, json)
  if (!read.success || status !== 200) return null
  const { data = [], meta, errors } = read.output
  const counted = meta.result_count !== undefined && meta.result_count > 0 === data.length > 0
  return counted && errors.length === 0 ? postsOf(data, meta) : null
}

const postsOf = (posts: XPost[], { next_token: next }: { next_token?: string | undefined }): Posts => ({
  posts,
  whole: next === undefined,
  next,
})

/** A lookup's posts; null when the answer does not count. Posts that X does not show are left out. */
export function readLookup({ status, json }: Reply): XPost[] | null {
  const read = v.safeParse(XPosts, json)
  return read.success && status === 200 && read.output.data ? read.output.data : null
}

/** All ids of a post, one for each edit, the newest last; null where X does not tell. */
export function versionsIn(post: XPost): string[] | null {
  const told = post.edit_history_tweet_ids ?? post.edit_history_post_ids
  return told ? told.toSorted((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1)) : null
}

export const referencesOf = (post: XPost) => [
  ...(post.referenced_tweets ?? []),
  ...(post.referenced_posts ?? []),
]

/** The post that X marks as the quoted one; null for none. */
export const quotedIn = (post: XPost): string | null =>
  referencesOf(post).find(({ type }) => type === 'quoted')?.id ?? null
