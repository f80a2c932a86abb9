import { useAtomValue, useSetAtom } from 'jotai'
import { BATCH_MAX } from '../../../contract/PostUrl.ts'
import { text } from '../../text/ja.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './PostForm.module.css'
import { canUndoAtom, tidyAtom, tidyingsAtom, undoTidyAtom } from './tidyAtoms.ts'

const { first, mistakes, all, undo } = text.post.tidy
const LABELS = { first: first(BATCH_MAX), mistakes, all } as const

/** What can be done to all rows at once, and undone as long as no row has been edited since. */
export function TidyButtons() {
  const tidyings = useAtomValue(tidyingsAtom)
  const canUndo = useAtomValue(canUndoAtom)
  const tidy = useSetAtom(tidyAtom)
  const undoTidy = useSetAtom(undoTidyAtom)
  if (tidyings.length === 0 && !canUndo) return null
  return (
    <div className={styles['tidy']}>
      {canUndo && <Button onClick={undoTidy}>{undo}</Button>}
      {tidyings.map((kind) => (
        <Button key={kind} onClick={() => tidy(kind)}>
          {LABELS[kind]}
        </Button>
      ))}
    </div>
  )
}
