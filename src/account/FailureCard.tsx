import { useAtomValue, useSetAtom } from 'jotai'
import { adviceFor, isTelling, leavesPostsOnly } from '../check/adviceFor.ts'
import type { Failure } from '../check/failure.ts'
import { FailureNote } from '../check/FailureNote.tsx'
import { text } from '../text/ja.ts'
import { buttonLinkClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { failedAtom, submitAtom } from './accountAtoms.ts'
import type { Variant } from './query.ts'

/** A failed check: what happened, and the way to try again, or to check posts where only that is left. */
export function FailureCard() {
  const failed = useAtomValue(failedAtom)
  const submit = useSetAtom(submitAtom)
  if (!failed) return null
  const { failure, asked: query, endedAt: at } = failed
  // UnloadedNote shows this one.
  if (failure.kind === 'unloaded') return null
  return (
    <FailureNote
      arrival={at}
      sentences={sentencesOf(failure, query.variant)}
      failure={failure}
      onRetry={() => void submit()}
    >
      {leavesPostsOnly(failure) && (
        <Link to="/tweetcheck" className={buttonLinkClass}>
          {text.form.user.checkPost}
        </Link>
      )}
    </FailureNote>
  )
}

/** The test variant has a sentence of its own for refusals with a response code, which already says to wait. */
function sentencesOf(failure: Failure, variant: Variant): string[] {
  if (variant === 'main' || failure.status === undefined) return [text.alert.failed, adviceFor(failure)]
  return isTelling(failure) ? [text.alert.failedCode, adviceFor(failure)] : [text.alert.failedCode]
}
