import * as v from 'valibot'
import type { Reply } from './fetchBounded.ts'
import type { XPost } from './xSchemas.ts'
import { XPosts } from './xSchemas.ts'

/** Posts of one answer, newest first. `whole` says that X holds no more of what was asked for. */
export type Posts = { posts: XPost[]; whole: boolean }

/** A timeline's posts; null when the answer does not count as one, `closed` when X says that it may not be read. */
export function readTimeline({ status, json }: Reply): Posts | 'closed' | null {
  const read = v.safeParse(XPosts, json)
  if (!read.success || status !== 200) return null
  const { data, meta, errors } = read.output
  if (data) return { posts: data, whole: meta.next_token === undefined }
  if (errors.some(({ type, title, detail }) => NOT_AUTHORIZED.test(`${type} ${title} ${detail}`)))
    return 'closed'
  if (errors.length > 0 || meta.result_count !== 0) return null
  return { posts: [], whole: meta.next_token === undefined }
}
const NOT_AUTHORIZED = /not[- ]authorized/i

/** What search found; null unless the answer counts its results and reports no error: only then did X search. */
export function readSearch({ status, json }: Reply): Posts | null {
  const read = v.safeParse(XPosts, json)
  if (!read.success || status !== 200) return null
  const { data = [], meta, errors } = read.output
  const counted = meta.result_count !== undefined && meta.result_count > 0 === data.length > 0
  return counted && errors.length === 0 ? { posts: data, whole: meta.next_token === undefined } : null
}
