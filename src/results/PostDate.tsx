import { shortParts } from '../text/japanTime.ts'
import { postTime } from './postTime.ts'
import styles from './ResultRow.module.css'

/** When a post was made, read from its id, as a clock in Japan shows it; nothing for a URL without such an id. */
export function PostDate({ url, now }: { url: string; now: number }) {
  const time = postTime(url)
  if (time === undefined) return null
  const { day, clock, hasYear } = shortParts(time, now)
  return (
    <time className={styles['date']} data-year={hasYear} dateTime={new Date(time).toISOString()}>
      <span>{day}</span>
      <span> {clock}</span>
    </time>
  )
}
