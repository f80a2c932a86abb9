import { text } from '../text/ja.ts'
import { PageHeading } from '../ui/Card.tsx'
import styles from './PostHeading.module.css'

/** The post check's heading, with its English name beneath. */
export function PostHeading() {
  return (
    <div>
      <PageHeading>{text.post.h1}</PageHeading>
      <p className={styles['english']} lang="en">
        {text.post.h1en}
      </p>
    </div>
  )
}
