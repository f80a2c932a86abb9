import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { StageProgress } from '../../check/StageProgress.tsx'
import { text } from '../../text/ja.ts'
import { cancelBatchAtom, runningBatchAtom } from './batchAtoms.ts'

/** The running check, if one runs. Cancelling it leads back to the earlier answer, or to the form, which still holds the rows. */
export function BatchProgress() {
  const running = useAtomValue(runningBatchAtom)
  const cancel = useSetAtom(cancelBatchAtom)
  const navigate = useNavigate()
  if (!running) return null
  return (
    <StageProgress
      stage={running.stage}
      sentence={text.post.checking}
      onCancel={() => {
        if (!cancel()) void navigate('/tweetcheck')
      }}
    />
  )
}
