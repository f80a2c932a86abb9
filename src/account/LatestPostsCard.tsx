import { useAtomValue } from 'jotai'
import { useDeferredValue } from 'react'
import { POSTS_ID, PostResults } from '../results/PostResults.tsx'
import { text } from '../text/ja.ts'
import { resultText } from '../text/result.ts'
import { Alert } from '../ui/Alert.tsx'
import { Card } from '../ui/Card.tsx'
import { Sentence } from '../text/Sentence.tsx'
import { formatMinute } from '../text/formatTime.ts'
import { ShareButton } from '../results/ShareButton.tsx'
import { doneAtom } from './accountAtoms.ts'
import { postsShareText } from './accountShareText.ts'
import { isShareable } from './accountVerdict.ts'
import type { AccountResult } from './checkAccount.ts'
import { listNotes } from './guide/evidenceSentence.ts'
import type { AccountQuery } from './query.ts'

/** The latest 20 posts, where they were checked. */
export function LatestPostsCard() {
  // The answer is painted first, and the posts are put together after it in slices that let input through.
  const done = useDeferredValue(useAtomValue(doneAtom), null)
  if (!done) return null
  const { result, query } = done
  const failure = failureOf(result, query)
  if (failure) {
    return (
      <Card>
        <h2>{resultText.list.title}</h2>
        <Alert title={text.alert.title}>
          {failure.map((sentence) => (
            <p key={sentence}>
              <Sentence>{sentence}</Sentence>
            </p>
          ))}
        </Alert>
      </Card>
    )
  }
  if (!result.tweets || result.tweets.length === 0) return null
  return (
    <Card id={POSTS_ID}>
      <h2>{resultText.list.title}</h2>
      {listNotes(result).map((note) => (
        <p key={note}>
          <small>{note}</small>
        </p>
      ))}
      <PostResults key={done.at} results={result.tweets} author={result.screenName} />
      {isShareable(result) && (
        <ShareButton
          label={resultText.share.posts}
          words={postsShareText(result.screenName, result.tweets)}
        />
      )}
    </Card>
  )
}

/** Why there is no list although it was asked for; null where there is one, or the account has none. */
function failureOf({ api_status, evidence }: AccountResult, query: AccountQuery): string[] | null {
  if (!query.posts) return null
  const { rate_limit: limited, reset } = api_status.userTimelineGroup
  if (limited) {
    return [
      resultText.state.rateLimit,
      ...(reset === undefined ? [] : [resultText.state.worthAt(formatMinute(reset))]),
    ]
  }
  const reason = evidence?.tweets?.reason
  if (reason === 'operator') return [resultText.state.postsOperator]
  return reason && reason !== 'account' && reason !== 'no_posts' ? [resultText.state.postsFailed] : null
}
