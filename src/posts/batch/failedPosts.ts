import { text } from '../../text/ja.ts'
import type { ListedPost } from '../../results/listedPost.ts'

/** The code that every URL of a failed batch is shown with. */
const FAILED_CODE = 500

/** A failed batch as results: every URL as an error. */
export function failedPosts(urls: readonly string[]): ListedPost[] {
  return urls.map((url) => ({ url, code: FAILED_CODE, status: 'error', message: text.post.failed }))
}
