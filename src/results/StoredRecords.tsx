import { useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import type { StoredRecordsAtoms } from '../storage/storedAtoms.ts'
import { Sentence } from '../text/Sentence.tsx'
import { logText } from '../text/log.ts'
import { Card } from '../ui/Card.tsx'
import { UndoBar } from '../ui/UndoBar.tsx'
import { Button, Checkbox, IconButton } from '../ui/controls.tsx'
import { usePageLifecycle } from '../ui/hooks.tsx'
import styles from './StoredRecords.module.css'

export function RemoveButton({ describedBy, onClick }: { describedBy: string; onClick: () => void }) {
  return (
    <IconButton label={logText.remove} aria-describedby={describedBy} onClick={onClick}>
      ✕
    </IconButton>
  )
}

type RemoveLinkProps = { label?: string; describedBy: string; onClick: () => void }

/** Deletes a record, in words, where there is room for them. */
export function RemoveLink({ label = logText.remove, describedBy, onClick }: RemoveLinkProps) {
  return (
    <button
      type="button"
      className="link-button screen-only"
      aria-describedby={describedBy}
      onClick={onClick}
    >
      {label}
    </button>
  )
}

export function RemoveAllButton({ onClick }: { onClick: () => void }) {
  return (
    <Button className={styles['remove-all']} onClick={onClick}>
      {logText.removeAll}
    </Button>
  )
}

type StoredCardProps = {
  atoms: StoredRecordsAtoms
  label: string
  switchLabel: string
  before?: ReactNode
  children: ReactNode
}

export function StoredRecordsCard({ atoms, label, switchLabel, before, children }: StoredCardProps) {
  const { state, isOn, isFull, unreadable } = useAtomValue(atoms.cardAtom)
  const toggle = useSetAtom(atoms.toggleAtom)
  usePageLifecycle(useSetAtom(atoms.loadAtom), useSetAtom(atoms.leaveAtom))
  return (
    <Card aria-label={label}>
      {before}
      <label className={`checkbox screen-only ${styles['switch']}`}>
        <Checkbox
          checked={isOn && state !== 'away'}
          disabled={state !== 'ready'}
          onChange={(on) => void toggle(on)}
        />
        <Sentence>{switchLabel}</Sentence>
      </label>
      {state === 'away' && <p>{logText.away}</p>}
      {isFull && <p role="alert">{logText.fault.full}</p>}
      {unreadable > 0 && <p>{logText.unreadable(unreadable)}</p>}
      {children}
    </Card>
  )
}

/** Says what was deleted or read back, and undoes it. */
export function StoredRecordsUndo({ atoms, label }: { atoms: StoredRecordsAtoms; label: string }) {
  const { done } = useAtomValue(atoms.cardAtom)
  const undo = useSetAtom(atoms.undoAtom)
  const said = done?.restored === undefined ? logText.removed : logText.file.restored(done.restored)
  return <UndoBar label={label} removed={done} said={said} undo={() => void undo()} />
}
