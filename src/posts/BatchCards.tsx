import { useAtomValue } from 'jotai'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { historyUrl } from '../config.ts'
import { getObservationAtom } from '../observations/observations.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { SaveCsvButton, SaveJsonButton } from '../ui/SaveButtons.tsx'
import { ResultAnswer } from '../results/Answer.tsx'
import { PostListHead, POST_LIST_ELEMENT_ID, PostResults } from '../results/PostList.tsx'
import type { ResultRowProps } from '../results/PostRow.tsx'
import { methodLine, methodOfPosts } from '../results/method.ts'
import { ResultActionRow } from '../results/ShareRow.tsx'
import {
  countGroups,
  countRetryableErrors,
  countWithheldInJapan,
  countJudgedPosts,
  postsToRecheck,
  soleAuthorOf,
} from '../results/posts.ts'
import type { ListedPost } from '../results/posts.ts'
import { batchVerdict } from '../results/verdicts.ts'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { resultText } from '../text/result.ts'
import { Card } from '../ui/Card.tsx'
import { Link, TextLink, filledButtonClass } from '../ui/controls.tsx'
import { changeOfPosts } from './comparison.ts'
import { countPostsByAuthor, batchExportData, batchCsvRows, batchShareText } from './batchExport.ts'
import type { FinishedBatch } from '../results/finishedBatch.ts'

type AuthorLinksProps = { posts: readonly ListedPost[]; isNext?: boolean }

/** Leads to the checks of the authors. Where that is the next step, the only author has the filled button of the answer. */
function AuthorLinks({ posts, isNext = false }: AuthorLinksProps) {
  const { names, isKnown } = countPostsByAuthor(posts)
  const [only, second] = names
  if (only === undefined) return null
  const label = isKnown ? text.post.authors : text.post.authorsInUrls
  if (isNext && second === undefined) {
    return (
      <Link to={`/?screen_name=${only}`} className={`${filledButtonClass} screen-only`}>
        <Sentence>{label}</Sentence>
      </Link>
    )
  }
  return (
    <div className="line small screen-only">
      <p>{label}</p>
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

/** Whether to check the authors is what helps most next: a post is missing in search, and no other has to be checked again first. */
function isAuthorNext(posts: readonly ListedPost[]): boolean {
  return countGroups(posts).excluded > 0 && postsToRecheck(posts).length === 0
}

export function BackLink() {
  return (
    <span className="small screen-only">
      <TextLink to="/tweetcheck">{text.post.back}</TextLink>
    </span>
  )
}

type BatchActionsProps = { batch: FinishedBatch; children?: ReactNode }

export function BatchActions({ batch, children }: BatchActionsProps) {
  const getObserved = useAtomValue(getObservationAtom)
  const { results: posts, timestamp, sessionId } = batch
  return (
    <ResultActionRow
      share={{ about: resultText.share.batch, words: batchShareText(batch) }}
      leads={countGroups(posts).ok === posts.length}
      secondaryAction={
        <SaveCsvButton short about="posts" time={timestamp} rows={() => batchCsvRows(batch, getObserved)} />
      }
    >
      <SaveJsonButton about="posts" time={timestamp} json={() => batchExportData(batch, getObserved)} />
      {sessionId && <CopyButton words={historyUrl(sessionId)} />}
      {children}
      {!isAuthorNext(posts) && <AuthorLinks posts={posts} />}
    </ResultActionRow>
  )
}

const NONE: readonly ListedPost[] = []

/** `isDemo`: X was not asked, so the card does not say when it was. */
type BatchPostsProps = { posts: readonly ListedPost[]; isDemo: boolean } & Pick<
  ResultRowProps,
  'onAgain' | 'rechecked' | 'rowNote'
>

export function BatchPostsCard({ posts, ...given }: BatchPostsProps) {
  // The verdict is painted first. The posts follow in small tasks, between which the browser handles input.
  const shown = useDeferredValue(posts, NONE)
  const author = soleAuthorOf(posts)
  return (
    <Card id={POST_LIST_ELEMENT_ID}>
      <PostListHead title={text.post.list} author={author} />
      {shown === NONE ? <span data-unfinished hidden /> : <BatchPosts posts={shown} {...given} />}
    </Card>
  )
}

export function BatchPosts({ posts, isDemo, ...again }: BatchPostsProps) {
  return (
    <>
      <PostResults results={posts} author={soleAuthorOf(posts) ?? undefined} {...again} withUrls />
      <Paragraph className="muted small">{methodLine(isDemo ? null : methodOfPosts(posts))}</Paragraph>
    </>
  )
}

const { total, judged } = resultText.postsVerdict

type BatchSummaryProps = {
  batch: FinishedBatch
  time?: string
  arrival?: number | undefined
  /** Control that checks the posts again that could not be judged. */
  retry: ReactNode
}

export function BatchSummary({ batch, time, arrival, retry }: BatchSummaryProps) {
  const { results: posts } = batch
  const counts = countGroups(posts)
  const failed = countRetryableErrors(posts)
  const verdict = batchVerdict(counts, failed, countWithheldInJapan(posts))
  const [now] = useState(() => Date.now())
  const change = useMemo(() => changeOfPosts(posts, now), [posts, now])
  const judgedOf = failed > 0 && counts.excluded === 0 ? countJudgedPosts(counts) : 0
  return (
    <ResultAnswer {...verdict} arrival={arrival} change={change}>
      <Paragraph>{judgedOf > 0 && judged(judgedOf)}</Paragraph>
      <Paragraph className="by-phrase muted small">
        {time === undefined ? total(posts.length) : `${total(posts.length)}・${time}`}
      </Paragraph>
      {isAuthorNext(posts) && <AuthorLinks posts={posts} isNext />}
      {postsToRecheck(posts).length > 0 && <div>{retry}</div>}
    </ResultAnswer>
  )
}
