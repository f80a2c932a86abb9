import type { PostResult } from '../../contract/wire.ts'
import { groupOf } from './group.ts'
import type { Group } from '../../contract/postVerdicts.ts'

/** A post in a result list: a result, or a post whose check failed with a code and a message. */
export type ListedPost = PostResult & { code?: number; message?: string }

/** One row. `id` is the post's place in the results: the same URL may stand there twice. */
export type Row = { id: number; post: ListedPost; group: Group }

export function rowOf(post: ListedPost, id: number): Row {
  return { id, post, group: groupOf(post) }
}
