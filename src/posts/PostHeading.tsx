import { text } from '../text/ja.ts'
import styles from './PostHeading.module.css'

/** The post check's heading, with its English name beneath. */
export function PostHeading() {
  return (
    <div>
      <h1>{text.post.h1}</h1>
      <p className={styles['english']} lang="en">
        {text.post.h1en}
      </p>
    </div>
  )
}
