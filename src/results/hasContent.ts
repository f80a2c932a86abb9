import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { Row } from './listedPost.ts'

/**
 * X has previews only of posts that it shows: none is asked for when a post is restricted, or could not be judged. Where nothing
 * says whether it shows an excluded one, that is asked.
 */
export function hasContent({ post, group }: Row): boolean {
  const shown = group === 'restricted' || group === 'error' ? false : post.evidence?.visible !== false
  return shown && parsePostUrl(post.url) !== null
}
