import { useAtomValue, useSetAtom } from 'jotai'
import { CheckFailure, leavesPostsOnly } from '../check/CheckFailure.tsx'
import { StageProgress } from '../check/CheckProgress.tsx'
import { text } from '../text/ja.ts'
import { Button, Link, buttonLinkClass } from '../ui/controls.tsx'
import { cancelAtom, failedAtom, repeatAtom, retryAtom, runningAtom } from './accountAtoms.ts'

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

/** A failed check. The test variant has a sentence of its own for refusals with a response code. */
export function AccountFailure() {
  const failed = useAtomValue(failedAtom)
  const retry = useSetAtom(retryAtom)
  if (!failed) return null
  const { asked, failure } = failed
  const hasOwn = asked.variant === 'test' && failure.status !== undefined
  return (
    <CheckFailure
      key={failed.endedAt}
      failed={failed}
      {...(hasOwn && { sentence: text.alert.failedCode })}
      onRetry={() => void retry()}
    >
      {leavesPostsOnly(failure) && (
        <Link to="/tweetcheck" className={buttonLinkClass}>
          {text.form.user.checkPost}
        </Link>
      )}
    </CheckFailure>
  )
}

/** Asks again what the shown answer was asked for. */
export function RepeatButton() {
  const repeat = useSetAtom(repeatAtom)
  return <Button onClick={() => void repeat()}>{text.action.retry}</Button>
}
