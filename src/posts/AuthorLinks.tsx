import type { ListedPost } from '../results/listedPost.ts'
import { text } from '../text/ja.ts'
import { Link } from '../ui/Link.tsx'
import styles from './AuthorLinks.module.css'
import { authorsOf } from './authorsOf.ts'

/** The accounts of the posts, each with a link to its check. */
export function AuthorLinks({ posts }: { posts: readonly ListedPost[] }) {
  const { names, isTold } = authorsOf(posts)
  if (names.length === 0) return null
  return (
    <div className={styles['authors']}>
      <p>{isTold ? text.post.authors : text.post.authorsInUrls}</p>
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
