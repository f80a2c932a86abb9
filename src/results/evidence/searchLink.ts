import { parsePostUrl } from '../../../contract/PostUrl.ts'
import { verdictOf } from '../../../contract/postVerdicts.ts'
import type { PostResult } from '../../../contract/wire.ts'
import { groupOf } from '../group.ts'

/** `isHint`: X did not say whose post it is, and the name is the one of its URL. */
export type SearchLink = { id: string; href: string; name: string; isHint: boolean }

/** X's own search for one post, for a post that our search did not find; null where there is nothing to look for. */
export function searchLink(post: PostResult): SearchLink | null {
  const { url, evidence } = post
  const ref = parsePostUrl(url)
  const name = evidence?.author ?? ref?.name
  if (!ref || !name || !isOpen(post)) return null
  return { id: ref.id, href: searchHref(name, ref.id), name, isHint: evidence?.author === undefined }
}

/** Whether a post may be there at all: X neither said that it is gone nor is its URL a fault. */
export function mayExist({ status }: PostResult): boolean {
  const { group, final } = verdictOf(status)
  return group !== 'error' || !final
}

/** Without evidence a status is taken as it is: only an unsearched post is then open. */
function isOpen(post: PostResult): boolean {
  if (!post.evidence) return groupOf(post) === 'unsearched'
  return mayExist(post) && post.evidence.found !== true
}

/** Ids have up to 19 digits, more than a JavaScript number holds exactly. */
function searchHref(name: string, id: string): string {
  const before = BigInt(id) - BigInt(1)
  return `https://x.com/search?q=${encodeURIComponent(`from:${name} since_id:${before} max_id:${BigInt(id)}`)}&f=live`
}
