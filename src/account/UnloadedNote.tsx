import { useAtomValue, useSetAtom } from 'jotai'
import { text } from '../text/ja.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { OfflineNotice } from '../ui/OfflineNotice.tsx'
import { failedAtom, isOutcomeHereAtom, submitAtom } from './accountAtoms.ts'

/** A check whose code could not be loaded. It is not part of that code, unlike `FailureCard`, which may be missing too. */
export function UnloadedNote() {
  const failed = useAtomValue(failedAtom)
  const isOutcomeHere = useAtomValue(isOutcomeHereAtom)
  const submit = useSetAtom(submitAtom)
  if (!failed) return null
  const retry = () => void submit()
  if (failed.failure.kind === 'unloaded') {
    return (
      <Card>
        <OfflineNotice retry={retry} />
      </Card>
    )
  }
  if (isOutcomeHere) return null
  return (
    <Card>
      <Alert title={text.alert.title}>
        <p>{text.alert.failed}</p>
      </Alert>
      <Button wide onClick={retry}>
        {text.action.retry}
      </Button>
    </Card>
  )
}
