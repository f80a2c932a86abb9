import { useAtomValue } from 'jotai'
import { useDeferredValue } from 'react'
import { PostResults } from '../results/PostResults.tsx'
import { text } from '../text/ja.ts'
import { Alert } from '../ui/Alert.tsx'
import { Card } from '../ui/Card.tsx'
import { ShareButton } from '../ui/ShareButton.tsx'
import { doneAtom } from './accountAtoms.ts'
import { postsShareText } from './accountShareText.ts'
import { isShareable } from './accountVerdict.ts'

/** The latest 20 posts, where they were checked. */
export function LatestPostsCard() {
  // The answer is painted first, and the posts are put together after it in slices that let input through.
  const done = useDeferredValue(useAtomValue(doneAtom), null)
  if (!done) return null
  const { result, query } = done
  if (query.posts && result.api_status.userTimelineGroup.rate_limit) {
    return (
      <Card>
        <h2>{text.list.title}</h2>
        <Alert title={text.alert.title}>
          <p>{text.alert.rateLimit}</p>
        </Alert>
      </Card>
    )
  }
  if (!result.tweets || result.tweets.length === 0) return null
  return (
    <Card>
      <h2>{text.list.title}</h2>
      <PostResults key={done.at} results={result.tweets} />
      {isShareable(result) && (
        <ShareButton label={text.share.posts} words={postsShareText(result.screenName, result.tweets)} />
      )}
    </Card>
  )
}
