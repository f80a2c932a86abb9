import { Sentence } from '../../text/Sentence.tsx'
import type { ListedPost } from '../listedPost.ts'
import styles from '../ResultRow.module.css'
import { rowNotes } from './commonNotes.ts'

type EvidenceNoteProps = { post: ListedPost; said: ReadonlySet<string>; now: number }

/** What a post's verdict rests on, or why it has none, as far as that is not `said` above the list. */
export function EvidenceNote({ post, said, now }: EvidenceNoteProps) {
  const sentences = rowNotes(post, said, now)
  if (sentences.length === 0) return null
  return (
    <div className={styles['note']}>
      {sentences.map((sentence) => (
        <p key={sentence}>
          <Sentence>{sentence}</Sentence>
        </p>
      ))}
    </div>
  )
}
