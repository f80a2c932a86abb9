import { POSTS_ID } from '../results/PostResults.tsx'
import { Sentence } from '../text/Sentence.tsx'
import { postCounts } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'
import { postsLine } from './postsLine.ts'
import styles from './PostsNote.module.css'

/** The verdict's second line: how the latest posts were judged, with a link to them where it names a finding. */
export function PostsNote({ result }: { result: AccountResult }) {
  const counts = postCounts(result)
  const line = counts && postsLine(counts)
  if (!line) return null
  const sentence = <Sentence>{line.sentence}</Sentence>
  if (!line.isFinding) return <p>{sentence}</p>
  return (
    <p>
      <a href={`#${POSTS_ID}`} className={`touchable ${styles['finding']}`}>
        {sentence}
      </a>
    </p>
  )
}
