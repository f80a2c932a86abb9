import { useEffect, useRef } from 'react'
import type { MouseEvent, ReactNode } from 'react'
import styles from './GuidedCheck.module.css'

const TITLE_ID = 'guide-title'

export function GuideDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <dialog
      ref={open}
      aria-labelledby={TITLE_ID}
      className={`screen-only ${styles['dialog']}`}
      onClose={onClose}
    >
      {children}
    </dialog>
  )
}

/** A ref callback, so that the dialog is open before the effect that focuses its title. */
function open(dialog: HTMLDialogElement | null): void {
  if (!dialog?.open) dialog?.showModal()
}

export function closeDialog({ currentTarget }: MouseEvent<HTMLElement>): void {
  currentTarget.closest('dialog')?.close()
}

/** The heading of a card of the guide. It takes the focus when the card appears, so that screen readers begin here. */
export function GuideTitle({ children }: { children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h2 ref={title} id={TITLE_ID} tabIndex={-1} className={styles['title']}>
      {children}
    </h2>
  )
}
