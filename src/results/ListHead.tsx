import { AuthorLink } from './AuthorLink.tsx'
import styles from './ListHead.module.css'

/** The heading of a list of posts, with their author where all are of one account. */
export function ListHead({ title, author }: { title: string; author: string | null }) {
  return (
    <div className={styles['head']}>
      <h2>{title}</h2>
      {author !== null && <AuthorLink name={author} />}
    </div>
  )
}
