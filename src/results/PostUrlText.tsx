import { text } from '../text/ja.ts'
import { postLink, shownUrl } from './postLink.ts'
import styles from './ResultRow.module.css'

/** A result's URL: a link in a new tab when it leads to X, else the bare words that the API sent. */
export function PostUrlText({ url }: { url: string }) {
  const href = postLink(url)
  if (!href) return <p className={styles['url']}>{shownUrl(url)}</p>
  return (
    <a className={styles['url']} href={href} target="_blank" rel="noopener noreferrer">
      <span>
        {shownUrl(url)}
        <span className="visually-hidden"> {text.list.open}</span>
      </span>
    </a>
  )
}
