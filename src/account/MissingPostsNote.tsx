import { resultText } from '../text/result.ts'
import { Sentence } from '../text/Sentence.tsx'
import { missingPosts } from './missingPosts.ts'
import type { AccountResult } from './checkAccount.ts'
import { RepeatButton } from './RepeatButton.tsx'
import { showsBanStates } from './showsBanStates.ts'

/** Says in the verdict that the latest posts are missing, and tries again. Why they are stands in their card. */
export function MissingPostsNote({ result, isAsked }: { result: AccountResult; isAsked: boolean }) {
  const missing = missingPosts(result, isAsked)
  if (!missing || !showsBanStates(result)) return null
  return (
    <>
      <p>
        <Sentence>{resultText.verdict.postsMissing}</Sentence>
      </p>
      {missing.canRetry && <RepeatButton />}
    </>
  )
}
