import { useAtomValue } from 'jotai'
import { useDeferredValue } from 'react'
import { isCheckShareable } from '../results/accountVerdict.ts'
import { PostListHead, POST_LIST_ELEMENT_ID, PostResults } from '../results/PostList.tsx'
import { ShareButton } from '../results/ShareRow.tsx'
import { resultText } from '../text/result.ts'
import { Card } from '../ui/Card.tsx'
import { asksForPostsAtom } from './accountAtoms.ts'
import { finishedCheckAtom } from './finishedCheck.ts'
import type { FinishedCheck } from './finishedCheck.ts'
import { postListNotes } from './guide/BanGuide.tsx'
import { postsShareText } from './share.ts'
import styles from './LatestPostsCard.module.css'

/** Reserves space for the posts, so that the content below does not shift when they appear. */
function PostsPlaceholder() {
  if (!useAtomValue(asksForPostsAtom)) return null
  return (
    <p aria-hidden="true" data-unfinished className={`muted small ${styles['space']}`}>
      {resultText.list.awaited}
    </p>
  )
}

export function LatestPostsCard() {
  // The verdict is painted first. The posts follow in small tasks, between which the browser handles input.
  const check = useDeferredValue(useAtomValue(finishedCheckAtom), null)
  return check ? <LatestPosts check={check} /> : <PostsPlaceholder />
}

export function LatestPosts({ check }: { check: FinishedCheck }) {
  const { name, at, tweets, ownTweets } = check
  // The answer says why the posts are missing.
  if (tweets.length === 0) return null
  return (
    <Card id={POST_LIST_ELEMENT_ID}>
      <PostListHead title={resultText.list.title(tweets.length)} author={name} />
      {postListNotes(check).map((note) => (
        <p key={note}>
          <small>{note}</small>
        </p>
      ))}
      <PostResults key={at} results={tweets} counted={ownTweets} author={name} />
      {isCheckShareable(check) && ownTweets.length > 0 && (
        <ShareButton about={resultText.share.posts} words={postsShareText(check)} />
      )}
    </Card>
  )
}
