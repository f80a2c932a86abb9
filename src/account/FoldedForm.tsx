import { useAtomValue, useSetAtom } from 'jotai'
import { flushSync } from 'react-dom'
import { text } from '../text/ja.ts'
import { Button } from '../ui/Button.tsx'
import { askedNameAtom, unfoldAtom } from './accountAtoms.ts'
import styles from './FoldedForm.module.css'

/** The form in one line: the name that is checked, and the way back to the field, which then has the focus and its text selected. */
export function FoldedForm({ formId }: { formId: string }) {
  const name = useAtomValue(askedNameAtom)
  const unfold = useSetAtom(unfoldAtom)
  return (
    <div className={styles['line']}>
      <b className="unbroken">@{name}</b>
      <Button
        aria-expanded={false}
        aria-controls={formId}
        onClick={() => {
          // At once, since phones open their keyboard only for a focus within the tap.
          flushSync(() => unfold())
          const field = document.getElementById(formId)?.querySelector('input')
          field?.focus()
          field?.select()
        }}
      >
        {text.form.user.another}
      </Button>
    </div>
  )
}
