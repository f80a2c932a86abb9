import type { ReactNode } from 'react'
import { Answer } from '../results/Answer.tsx'
import { batchVerdict } from '../results/batchVerdict.ts'
import { countGroups } from '../results/group.ts'
import { HowLink } from '../results/HowLink.tsx'
import type { ListedPost } from '../results/listedPost.ts'
import { failedCount } from '../results/postsToRepeat.ts'
import { Sentence } from '../text/Sentence.tsx'
import { resultText } from '../text/result.ts'
import { againSentence } from './againSentence.ts'
import styles from './BatchSummary.module.css'

const { total, judged } = resultText.postsVerdict

type BatchSummaryProps = {
  posts: readonly ListedPost[]
  time?: string
  arrival?: number
  /** The way to check again what could not be judged. */
  retry: ReactNode
}

/** The verdict in one sentence, what could not be judged with the way to try again, and for a saved batch its time. */
export function BatchSummary({ posts, time, arrival, retry }: BatchSummaryProps) {
  const counts = countGroups(posts)
  const failed = failedCount(posts)
  const verdict = batchVerdict(counts, failed)
  const again = againSentence(posts)
  const hasJudged = failed > 0 && counts.excluded === 0 && counts.ok > 0
  return (
    <Answer {...verdict} {...(arrival !== undefined && { arrival })}>
      {hasJudged && (
        <p>
          <Sentence>{judged(counts.ok)}</Sentence>
        </p>
      )}
      {again !== null && (
        <p>
          <Sentence>{again}</Sentence>
        </p>
      )}
      <p>
        <Sentence>{time === undefined ? total(posts.length) : `${total(posts.length)}・${time}`}</Sentence>
      </p>
      <div className={styles['links']}>
        {again !== null && <div>{retry}</div>}
        <HowLink />
      </div>
    </Answer>
  )
}
