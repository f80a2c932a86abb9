import { useAtomValue, useSetAtom } from 'jotai'
import { text } from '../../text/ja.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { OfflineNotice } from '../../ui/OfflineNotice.tsx'
import { failedBatchAtom, retryBatchAtom } from './batchAtoms.ts'

/** A failed check, and the way to try again with the same URLs. */
export function BatchFailure() {
  const failed = useAtomValue(failedBatchAtom)
  const retry = useSetAtom(retryBatchAtom)
  if (!failed) return null
  const { kind, wait } = failed.failure
  if (kind === 'unloaded') {
    return (
      <Card>
        <OfflineNotice retry={retry} />
      </Card>
    )
  }
  return (
    <Card>
      <Alert title={text.alert.title}>
        <p>{text.alert.failed}</p>
        {kind === 'offline' && <p>{text.alert.offline}</p>}
        {wait && <p>{text.alert.wait(wait)}</p>}
      </Alert>
      <Button wide onClick={retry}>
        {text.action.retry}
      </Button>
    </Card>
  )
}
