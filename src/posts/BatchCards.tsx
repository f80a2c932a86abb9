import { useAtomValue } from 'jotai'
import { useDeferredValue } from 'react'
import type { ReactNode } from 'react'
import { observedAtom } from '../observations/observations.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { SaveCsvButton, SaveJsonButton } from '../ui/SaveButtons.tsx'
import { Answer } from '../results/Answer.tsx'
import { ListHead, POSTS_ID, PostResults } from '../results/PostList.tsx'
import type { RowProps } from '../results/PostRow.tsx'
import { methodLine, postsMethod } from '../results/method.ts'
import { ActionRow } from '../results/ShareRow.tsx'
import {
  countGroups,
  failedCount,
  historyUrl,
  judgedPosts,
  postsToRepeat,
  soleAuthor,
} from '../results/posts.ts'
import type { ListedPost } from '../results/posts.ts'
import { batchVerdict } from '../results/verdicts.ts'
import { Paragraph } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { resultText } from '../text/result.ts'
import { Card } from '../ui/Card.tsx'
import { ButtonLink, Link } from '../ui/controls.tsx'
import { againSentence, authorsOf, batchData, batchRows, batchShareText } from './batchExport.ts'
import type { FinishedBatch } from './finishedBatch.ts'

function AuthorLinks({ posts }: { posts: readonly ListedPost[] }) {
  const { names, isKnown } = authorsOf(posts)
  if (names.length === 0) return null
  return (
    <div className="line small">
      <p>{isKnown ? text.post.authors : text.post.authorsInUrls}</p>
      <ul className="line plain">
        {names.map((name) => (
          <li key={name}>
            <Link to={`/?screen_name=${name}`} className="unbroken touchable">
              @{name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function BackLink() {
  return <ButtonLink to="/tweetcheck">{text.post.back}</ButtonLink>
}

type BatchActionsProps = { batch: FinishedBatch; children?: ReactNode }

export function BatchActions({ batch, children }: BatchActionsProps) {
  const getObserved = useAtomValue(observedAtom)
  const { results: posts, timestamp, sessionId } = batch
  return (
    <ActionRow
      share={{ about: resultText.share.batch, words: batchShareText(batch) }}
      leads={postsToRepeat(posts).length === 0}
      picture={
        <SaveCsvButton short about="posts" time={timestamp} rows={() => batchRows(batch, getObserved)} />
      }
    >
      <SaveJsonButton about="posts" time={timestamp} json={() => batchData(batch, getObserved)} />
      {sessionId && <CopyLink url={historyUrl(sessionId)} />}
      {children}
      <AuthorLinks posts={posts} />
    </ActionRow>
  )
}

const NONE: readonly ListedPost[] = []

type BatchPostsCardProps = { posts: readonly ListedPost[] } & Pick<
  RowProps,
  'onAgain' | 'rechecked' | 'rowNote'
>

export function BatchPostsCard({ posts, ...again }: BatchPostsCardProps) {
  // The verdict is painted first. The posts follow in small tasks, between which the browser handles input.
  const shown = useDeferredValue(posts, NONE)
  const author = soleAuthor(posts)
  return (
    <Card id={POSTS_ID}>
      <ListHead title={text.post.list} author={author} />
      {shown !== NONE && (
        <>
          <PostResults results={shown} author={author ?? undefined} {...again} withUrls />
          <Paragraph className="muted small">{methodLine(postsMethod(shown))}</Paragraph>
        </>
      )}
    </Card>
  )
}

const { total, judged } = resultText.postsVerdict

type BatchSummaryProps = {
  posts: readonly ListedPost[]
  time?: string
  arrival?: number | undefined
  /** Control that checks the posts again that could not be judged. */
  retry: ReactNode
}

export function BatchSummary({ posts, time, arrival, retry }: BatchSummaryProps) {
  const counts = countGroups(posts)
  const failed = failedCount(posts)
  const verdict = batchVerdict(counts, failed)
  const again = againSentence(posts)
  const judgedOf = failed > 0 && counts.excluded === 0 ? judgedPosts(counts) : 0
  return (
    <Answer {...verdict} arrival={arrival}>
      <Paragraph>{judgedOf > 0 && judged(judgedOf)}</Paragraph>
      <Paragraph>{again}</Paragraph>
      <Paragraph className="verdict">
        {time === undefined ? total(posts.length) : `${total(posts.length)}・${time}`}
      </Paragraph>
      {again !== null && <div>{retry}</div>}
    </Answer>
  )
}
