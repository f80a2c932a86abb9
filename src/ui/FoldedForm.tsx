import { flushSync } from 'react-dom'
import type { ReactNode } from 'react'
import { Button } from './controls.tsx'
import styles from './FoldedForm.module.css'

type FoldedFormProps = {
  /** The element that is hidden while the form is folded. Its first input takes the focus when it is opened. */
  formId: string
  openLabel: string
  onOpen: () => void
  children: ReactNode
}

/** Shows a form in one line: what was entered, and a button that opens the form again. */
export function FoldedForm({ formId, openLabel, onOpen, children }: FoldedFormProps) {
  return (
    <div className={`line between ${styles['folded']}`}>
      <b className="unbroken">{children}</b>
      <Button
        aria-expanded={false}
        aria-controls={formId}
        onClick={() => {
          // The focus is moved synchronously, because phones open their keyboard only if that happens during the tap.
          flushSync(onOpen)
          const field = document.getElementById(formId)?.querySelector('input')
          field?.focus()
          field?.select()
        }}
      >
        {openLabel}
      </Button>
    </div>
  )
}
