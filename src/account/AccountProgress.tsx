import { useAtomValue, useSetAtom } from 'jotai'
import { StageProgress } from '../check/StageProgress.tsx'
import { text } from '../text/ja.ts'
import { cancelAtom, runningAtom } from './accountAtoms.ts'

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
