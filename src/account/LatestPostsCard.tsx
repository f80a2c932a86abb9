import { useAtomValue } from 'jotai'
import { useDeferredValue } from 'react'
import { isDemo } from '../check/upstream.ts'
import { FeedbackTokensProvider } from '../observations/ObservationField.tsx'
import { ListHead, POSTS_ID, PostResults } from '../results/PostList.tsx'
import { ShareButton } from '../results/ShareRow.tsx'
import { Paragraphs } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { resultText } from '../text/result.ts'
import { Card } from '../ui/Card.tsx'
import { Alert } from '../ui/Notice.tsx'
import { awaitsPostsAtom } from './accountAtoms.ts'
import { accountFlow } from './accountFlow.ts'
import { isShareable, missingPosts, ownPosts } from './accountVerdict.ts'
import { listNotes } from './guide/BanGuide.tsx'
import { postsShareText } from './share.ts'
import styles from './LatestPostsCard.module.css'

/** Reserves space for the posts, so that the content below does not shift when they appear. */
function PostsPlaceholder() {
  if (!useAtomValue(awaitsPostsAtom)) return null
  return (
    <p aria-hidden="true" data-unfinished className={`muted small ${styles['space']}`}>
      {resultText.list.awaited}
    </p>
  )
}

export function LatestPostsCard() {
  // The verdict is painted first. The posts follow in small tasks, between which the browser handles input.
  const done = useDeferredValue(useAtomValue(accountFlow.doneAtom), null)
  if (!done) return <PostsPlaceholder />
  const { answer: result, asked: query } = done
  const missing = missingPosts(result, query.posts)
  if (missing) {
    return (
      <Card>
        <h2>{resultText.list.title}</h2>
        <Alert title={text.alert.title}>
          <Paragraphs>{missing.sentences}</Paragraphs>
        </Alert>
      </Card>
    )
  }
  if (!result.tweets || result.tweets.length === 0) return null
  const own = ownPosts(result)
  return (
    <Card id={POSTS_ID}>
      <ListHead title={resultText.list.title} author={result.screenName} />
      {listNotes(result).map((note) => (
        <p key={note}>
          <small>{note}</small>
        </p>
      ))}
      <FeedbackTokensProvider feedbackTokens={result.agreement} since={done.endedAt}>
        <PostResults
          key={done.endedAt}
          results={result.tweets}
          counted={own}
          author={result.screenName}
          order="newest"
        />
      </FeedbackTokensProvider>
      {isShareable(result) && own.length > 0 && (
        <ShareButton
          about={resultText.share.posts}
          words={postsShareText(result.screenName, own, done.endedAt, isDemo(result))}
        />
      )}
    </Card>
  )
}
