import { useAtomValue, useSetAtom } from 'jotai'
import { adviceFor } from '../../check/adviceFor.ts'
import { FailureNote } from '../../check/FailureNote.tsx'
import { text } from '../../text/ja.ts'
import { Card } from '../../ui/Card.tsx'
import { OfflineNotice } from '../../ui/OfflineNotice.tsx'
import { failedBatchAtom, retryBatchAtom } from './batchAtoms.ts'

/** A failed check: what happened, and a button to retry with the same URLs. */
export function BatchFailure() {
  const failed = useAtomValue(failedBatchAtom)
  const retry = useSetAtom(retryBatchAtom)
  if (!failed) return null
  if (failed.failure.kind === 'unloaded') {
    return (
      <Card>
        <OfflineNotice retry={retry} />
      </Card>
    )
  }
  return (
    <FailureNote
      arrival={failed.endedAt}
      sentences={[text.alert.failed, adviceFor(failed.failure)]}
      failure={failed.failure}
      onRetry={retry}
    />
  )
}
