import { useEffect, useRef } from 'react'
import { logText } from '../../text/log.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './UndoBar.module.css'

/** Says after a deletion that it happened, and undoes it. Takes the focus, since the element that had it is gone. */
export function UndoBar({ canUndo, undo }: { canUndo: boolean; undo: () => void }) {
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (canUndo) bar.current?.querySelector('button')?.focus()
  }, [canUndo])
  return (
    <div ref={bar} tabIndex={-1} className={styles['bar']} data-shown={canUndo}>
      <output>{canUndo && logText.removed}</output>
      {canUndo && (
        <Button
          onClick={() => {
            bar.current?.focus()
            undo()
          }}
        >
          {logText.undo}
        </Button>
      )}
    </div>
  )
}
