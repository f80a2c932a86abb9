import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { ListedPost } from '../results/listedPost.ts'
import { text } from '../text/ja.ts'
import { Link } from '../ui/Link.tsx'
import styles from './AuthorLinks.module.css'

/** The most accounts in the list. */
const AUTHORS_MAX = 8

/** The accounts of the posts, each with a link to its check. */
export function AuthorLinks({ posts }: { posts: readonly ListedPost[] }) {
  const names = authorsOf(posts)
  if (names.length === 0) return null
  return (
    <div className={styles['authors']}>
      <p>{text.post.authors}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <Link to={`/?screen_name=${name}`} className="unbroken">
              @{name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The first few names, each once whatever its case. */
function authorsOf(posts: readonly ListedPost[]): string[] {
  const names = new Map<string, string>()
  for (const { url } of posts) {
    const name = parsePostUrl(url)?.name
    if (name && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
    if (names.size === AUTHORS_MAX) break
  }
  return [...names.values()]
}
