import { useAtomValue, useSetAtom } from 'jotai'
import { StageProgress } from '../check/CheckProgress.tsx'
import { text } from '../text/ja.ts'
import { Button } from '../ui/controls.tsx'
import { cancelAtom, repeatAtom, runningAtom } from './accountAtoms.ts'

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

/** Asks again what the shown answer was asked for. */
export function RepeatButton() {
  const repeat = useSetAtom(repeatAtom)
  return <Button onClick={() => void repeat()}>{text.action.retry}</Button>
}
