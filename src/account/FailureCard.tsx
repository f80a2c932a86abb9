import { useAtomValue, useSetAtom } from 'jotai'
import type { Failure } from '../check/failure.ts'
import { text } from '../text/ja.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { failedAtom, submitAtom } from './accountAtoms.ts'
import { OfflineNotice } from '../ui/OfflineNotice.tsx'
import type { Variant } from './query.ts'

/** A failed check, and the way to try again. */
export function FailureCard() {
  const failed = useAtomValue(failedAtom)
  const submit = useSetAtom(submitAtom)
  if (!failed) return null
  if (failed.failure.kind === 'unloaded') {
    return (
      <Card>
        <OfflineNotice retry={submit} />
      </Card>
    )
  }
  return (
    <Card>
      <Alert title={text.alert.title}>
        <p>{sentenceOf(failed.failure, failed.query.variant)}</p>
        {failed.failure.kind === 'offline' && <p>{text.alert.offline}</p>}
        {failed.failure.wait && <p>{text.alert.wait(failed.failure.wait)}</p>}
      </Alert>
      <Button wide onClick={() => void submit()}>
        {text.action.retry}
      </Button>
    </Card>
  )
}

/** The test variant tells a refusal with a response code from the rest; the main page does not. */
function sentenceOf(failure: Failure, variant: Variant): string {
  return variant === 'test' && failure.status !== undefined ? text.alert.failedCode : text.alert.failed
}
