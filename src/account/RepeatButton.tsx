import { useSetAtom } from 'jotai'
import { text } from '../text/ja.ts'
import { Button } from '../ui/Button.tsx'
import { repeatAtom } from './accountAtoms.ts'

/** Asks again what the shown answer was asked for. */
export function RepeatButton() {
  const repeat = useSetAtom(repeatAtom)
  return <Button onClick={() => void repeat()}>{text.action.retry}</Button>
}
