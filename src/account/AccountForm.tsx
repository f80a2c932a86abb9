import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { startTransition, useEffect, useId, useRef } from 'react'
import { prepareOnFocus } from '../check/prepareOnFocus.ts'
import { text } from '../text/ja.ts'
import { Button, buttonLinkClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import {
  canSubmitAtom,
  checksPostsAtom,
  faultAtom,
  flowStateAtom,
  includesRepostsAtom,
  screenNameAtom,
  submitAtom,
  typedPostAtom,
  typeScreenNameAtom,
} from './accountAtoms.ts'
import styles from './AccountForm.module.css'
import { recallNamesAtom, recentNamesAtom } from './recentNamesAtoms.ts'

/** The screen name, the options of the check, and the button that starts it. */
export function AccountForm() {
  const submit = useSetAtom(submitAtom)
  const canSubmit = useAtomValue(canSubmitAtom)
  const button = useFocusAfterCancel()
  return (
    <Card>
      <search>
        <form
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
        </form>
      </search>
    </Card>
  )
}

/** Returns the focus to the submit button when a check was cancelled, since the cancel button is then gone. */
function useFocusAfterCancel() {
  const state = useAtomValue(flowStateAtom)
  const before = useRef(state)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
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

function ScreenNameField() {
  const screenName = useAtomValue(screenNameAtom)
  const type = useSetAtom(typeScreenNameAtom)
  const fault = useAtomValue(faultAtom)
  const recall = useSetAtom(recallNamesAtom)
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (fault) input.current?.focus()
  }, [fault])
  return (
    <div className={styles['name']}>
      <label htmlFor={id} className={styles['label']}>
        {text.form.user.label}
      </label>
      <Field invalid={fault !== null}>
        <span aria-hidden="true">@</span>
        <input
          ref={input}
          id={id}
          name="screen_name"
          value={screenName}
          onFocus={() => void recall()}
          onChange={(event) => type(event.target.value)}
          placeholder={text.form.user.placeholder}
          aria-invalid={fault !== null}
          aria-describedby={`${id}-fault`}
          list={`${id}-recent`}
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          enterKeyHint="search"
          spellCheck={false}
        />
        {screenName !== '' && (
          <IconButton
            label={text.form.user.clear}
            onClick={() => {
              type('')
              input.current?.focus()
            }}
          >
            ✕
          </IconButton>
        )}
      </Field>
      <RecentNames id={`${id}-recent`} />
      <p id={`${id}-fault`} role="alert" className={styles['fault']}>
        {fault && text.valid[fault]}
      </p>
      <PostOffer />
    </div>
  )
}

/** Names checked before on this device. */
function RecentNames({ id }: { id: string }) {
  const names = useAtomValue(recentNamesAtom)
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  )
}

/** Offers the post check when the field holds a post's URL. */
function PostOffer() {
  const url = useAtomValue(typedPostAtom)
  if (url === null) return null
  return (
    <div className={styles['offer']}>
      <p>{text.form.user.isPost}</p>
      <Link to={`/tweetcheck?url=${encodeURIComponent(url)}`} className={buttonLinkClass}>
        {text.form.user.checkPost}
      </Link>
    </div>
  )
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
        {text.form.posts}
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
          {text.form.reposts}
          {!posts && <small>{text.form.repostsOff}</small>}
        </span>
      </label>
    </div>
  )
}
