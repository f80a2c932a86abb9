import { useAtomValue, useSetAtom } from 'jotai'
import { FailureNote, adviceFor, isTelling, leavesPostsOnly } from '../check/CheckFailure.tsx'
import { StageProgress } from '../check/CheckProgress.tsx'
import type { Failure } from '../check/createFlow.ts'
import { text } from '../text/ja.ts'
import { Button, Link, buttonLinkClass } from '../ui/controls.tsx'
import { cancelAtom, failedAtom, repeatAtom, runningAtom, submitAtom } from './accountAtoms.ts'
import type { Variant } from './query.ts'

/** The running check, if one runs. */
export function AccountProgress() {
  const running = useAtomValue(runningAtom)
  const cancel = useSetAtom(cancelAtom)
  if (!running) return null
  return (
    <StageProgress
      stage={running.stage}
      sentence={running.asked.posts ? text.loading.posts : text.loading.simple}
      onCancel={cancel}
    />
  )
}

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

/** Asks again what the shown answer was asked for. */
export function RepeatButton() {
  const repeat = useSetAtom(repeatAtom)
  return <Button onClick={() => void repeat()}>{text.action.retry}</Button>
}
