import { postDate } from '../../contract/postDate.ts'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import { resultText } from '../text/result.ts'
import { Sentence } from '../text/Sentence.tsx'
import { formatInJapan } from './formatInJapan.ts'
import { postLink } from './postLink.ts'
import styles from './ResultRow.module.css'

/** When a post was made, which its id tells, leading to the post; nothing for a URL without such an id. */
export function PostDate({ url }: { url: string }) {
  const post = parsePostUrl(url)
  const date = post && postDate(post.id)
  if (!date) return null
  const words = <Sentence>{formatInJapan(date)}</Sentence>
  const href = postLink(url)
  if (!href) return <time dateTime={date.toISOString()}>{words}</time>
  return (
    <a className={styles['date']} href={href} target="_blank" rel="noopener noreferrer">
      <time dateTime={date.toISOString()}>{words}</time>
      <span className="visually-hidden"> {resultText.list.open}</span>
    </a>
  )
}
