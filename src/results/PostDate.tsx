import { snowflakeDate } from '../../contract/snowflakeDate.ts'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import { shortParts } from '../text/japanTime.ts'
import styles from './ResultRow.module.css'

/** When a post was made, read from its id, as a clock in Japan shows it; nothing for a URL without such an id. */
export function PostDate({ url, now }: { url: string; now: number }) {
  const post = parsePostUrl(url)
  const date = post && snowflakeDate(post.id)
  if (!date) return null
  const { day, clock, hasYear } = shortParts(date.getTime(), now)
  return (
    <time className={styles['date']} data-year={hasYear} dateTime={date.toISOString()}>
      <span>{day}</span>
      <span> {clock}</span>
    </time>
  )
}
