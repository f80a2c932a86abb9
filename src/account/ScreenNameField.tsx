import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useId, useRef } from 'react'
import { text } from '../text/ja.ts'
import { buttonLinkClass } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Link } from '../ui/Link.tsx'
import {
  faultAtom,
  screenNameAtom,
  strangeLinkAtom,
  typedPostAtom,
  typeScreenNameAtom,
} from './accountAtoms.ts'
import styles from './ScreenNameField.module.css'
import { recallNamesAtom, recentNamesAtom } from './recentNamesAtoms.ts'
import { SandboxHelp } from './SandboxHelp.tsx'

/** The field for the screen name, with the names checked before, what is wrong with it, and what else it could be. */
export function ScreenNameField() {
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
      <div className={styles['head']}>
        <label htmlFor={id} className={styles['label']}>
          {text.form.user.label}
        </label>
        <SandboxHelp />
      </div>
      <Field invalid={fault !== null}>
        <span aria-hidden="true">@</span>
        <input
          ref={input}
          id={id}
          name="screen_name"
          value={screenName}
          onFocus={(event) => void recall(event.currentTarget)}
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
      <LinkHelp />
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

/** What to do about a link that names no account. */
function LinkHelp() {
  const kind = useAtomValue(strangeLinkAtom)
  return kind && <p className={styles['offer']}>{text.form.user.link[kind]}</p>
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
