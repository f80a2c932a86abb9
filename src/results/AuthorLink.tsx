import { text } from '../text/ja.ts'
import styles from './AuthorLink.module.css'

/** Whose post it is, as X's display requirements ask: X's mark, the author's name where it is known, and a link to the account. */
export function AuthorLink({ author, name }: { author?: string; name: string | null }) {
  return (
    <p className={styles['author']}>
      <XMark />
      {author && <bdi>{author}</bdi>}
      {name && (
        <a href={`https://x.com/${name}`} target="_blank" rel="noopener noreferrer" className="unbroken">
          <span>@{name}</span>
          <span className="visually-hidden">{text.newTab}</span>
        </a>
      )}
    </p>
  )
}

/** X's mark, as two strokes. */
function XMark() {
  return (
    <svg viewBox="0 0 24 24" width="14" height="14" role="img" aria-label="X">
      <path
        fill="currentColor"
        d="M18.244 2.250h3.308l-7.227 8.260 8.502 11.240H16.170l-5.214-6.817L4.990 21.750H1.680l7.730-8.835L1.254 2.250H8.080l4.713 6.231zm-1.161 17.520h1.833L7.084 4.126H5.117z"
      />
    </svg>
  )
}
