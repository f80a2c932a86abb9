import { useState } from 'react'
import { undoText } from '../text/undo.ts'
import { Button } from './controls.tsx'
import { useRestoreFocus } from './hooks.tsx'
import styles from './UndoBar.module.css'

type UndoBarProps = {
  label: string
  /** The last deletion; null if there is none, or if it was undone. Each deletion is a new object, so that the focus moves again. */
  removed: object | null
  said: string
  undo: () => void
}

/** Says after a deletion that it happened, undoes it, and says that. It takes the focus, since the element that had it is gone. */
export function UndoBar({ label, removed, said, undo }: UndoBarProps) {
  const [isUndone, setIsUndone] = useState(false)
  const bar = useRestoreFocus<HTMLDivElement>(removed)
  const restore = () => {
    setIsUndone(true)
    undo()
  }
  return (
    <div
      ref={bar}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className={`line between medium ${styles['bar']}`}
      data-shown={removed !== null || isUndone}
    >
      <output>{removed ? said : isUndone && undoText.restored}</output>
      {removed && <Button onClick={restore}>{undoText.undo}</Button>}
    </div>
  )
}
