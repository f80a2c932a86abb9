import type { ListedPost } from '../listedPost.ts'
import { reasonOf } from '../reasonOf.ts'
import { evidenceSentences } from './evidenceSentences.ts'

/** Why a post has no verdict, or what its verdict rests on: the same number of sentences whether they say when or not. */
export function postSentences(post: ListedPost, when: string | null): string[] {
  const reason = reasonOf(post)
  return [...(reason === null ? [] : [reason]), ...evidenceSentences(post, when)]
}
