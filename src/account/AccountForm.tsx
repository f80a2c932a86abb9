import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { startTransition, useId, useLayoutEffect, useRef } from 'react'
import { CapabilitiesLine } from '../check/CapabilitiesLine.tsx'
import { prepareOnFocus } from '../check/prepareOnFocus.ts'
import { text } from '../text/ja.ts'
import { Sentence } from '../text/Sentence.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import {
  canSubmitAtom,
  checksPostsAtom,
  flowStateAtom,
  includesRepostsAtom,
  isFoldedAtom,
  submitAtom,
} from './accountAtoms.ts'
import styles from './AccountForm.module.css'
import { FoldedForm } from './FoldedForm.tsx'
import { ScreenNameField } from './ScreenNameField.tsx'

/** The screen name, the options of the check, and the button that starts it; one line once a check has begun. */
export function AccountForm() {
  const submit = useSetAtom(submitAtom)
  const canSubmit = useAtomValue(canSubmitAtom)
  const isFolded = useAtomValue(isFoldedAtom)
  const button = useFocusAfterCancel()
  const id = useId()
  return (
    <Card>
      {isFolded && <FoldedForm formId={id} />}
      {/* Folded away it stays on the page, with all that was typed. */}
      <search hidden={isFolded}>
        <form
          id={id}
          className={styles['form']}
          onFocus={prepareOnFocus}
          onSubmit={(event) => {
            event.preventDefault()
            // In a transition, so that the first call is sent before React renders the progress.
            startTransition(() => void submit())
            if (matchMedia('(pointer: coarse)').matches) hideKeyboard()
          }}
        >
          <ScreenNameField />
          <Options />
          <Button ref={button} type="submit" kind="filled" wide disabled={!canSubmit}>
            {text.form.user.submit}
          </Button>
          <CapabilitiesLine about="account" />
        </form>
      </search>
    </Card>
  )
}

/**
 * Returns the focus to the submit button when a check was cancelled, since the cancel button is then gone. It runs before the paint, so
 * that it takes the focus from nobody who touches what is painted.
 */
function useFocusAfterCancel() {
  const state = useAtomValue(flowStateAtom)
  const before = useRef(state)
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const cancelled = before.current === 'running' && state === 'idle'
    before.current = state
    if (cancelled) button.current?.focus()
  }, [state])
  return button
}

/** On a phone the keyboard would cover the result. */
function hideKeyboard(): void {
  if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
}

function Options() {
  const [posts, setPosts] = useAtom(checksPostsAtom)
  const [reposts, setReposts] = useAtom(includesRepostsAtom)
  return (
    <div>
      <label className={styles['option']}>
        <input
          type="checkbox"
          name="posts"
          checked={posts}
          onChange={(event) => setPosts(event.target.checked)}
        />
        <Sentence>{text.form.posts}</Sentence>
      </label>
      <label className={styles['option']} data-nested data-off={!posts}>
        <input
          type="checkbox"
          name="reposts"
          checked={reposts}
          disabled={!posts}
          onChange={(event) => setReposts(event.target.checked)}
        />
        <span>
          <span>{text.form.reposts}</span>
          {!posts && <small>{text.form.repostsOff}</small>}
        </span>
      </label>
    </div>
  )
}
