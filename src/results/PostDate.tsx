import { snowflakeDate } from '../../contract/snowflakeDate.ts'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import { resultText } from '../text/result.ts'
import { Sentence } from '../text/Sentence.tsx'
import { postLink } from './postLink.ts'
import styles from './ResultRow.module.css'

/** When a post was made, read from its id, as a link to the post; nothing for a URL without such an id. */
export function PostDate({ url }: { url: string }) {
  const post = parsePostUrl(url)
  const date = post && snowflakeDate(post.id)
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

/** Japan's offset from UTC, which never changes, in milliseconds. */
const JAPAN_MS = 9 * 3_600_000

/** A moment as a clock in Japan shows it, e.g. 2026年11月21日 18時20分, wherever the device is. */
function formatInJapan(date: Date): string {
  const japan = new Date(date.getTime() + JAPAN_MS)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${japan.getUTCFullYear()}年${japan.getUTCMonth() + 1}月${japan.getUTCDate()}日`
  return `${day} ${two(japan.getUTCHours())}時${two(japan.getUTCMinutes())}分`
}
