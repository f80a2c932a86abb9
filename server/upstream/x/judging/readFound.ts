import type { NamedReply, XNames } from '../asking/xNames.ts'
import type { Found } from '../reading/readPosts.ts'
import { quotedIn, readSearch, referencesOf } from '../reading/readPosts.ts'

/** What a search found; null when its answer does not count. A post that names no references quotes none only where X is known to tell them. */
export function readFound({ reply, used }: NamedReply, isAsked: boolean, names: XNames): Found | null {
  const posts = readSearch(reply)
  if (!posts) return null
  const seen = posts.posts.some((post) => referencesOf(post).length > 0)
  const named = isAsked && used !== 'neither'
  if (named && seen) names.noteAnswered('references')
  const told = named && names.hasAnswered('references')
  return { ...posts, quotedBy: (post) => quotedIn(post) ?? (told ? null : undefined) }
}
