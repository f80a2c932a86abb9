import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { ReactNode } from 'react'
import { startTransition, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { TYPED_LENGTH_MAX } from '../../contract/screenName.ts'
import { isDemoResult, lastUpstreamAtom } from '../check/upstream.ts'
import { CapabilitiesLine, prepareCheckOnFocus } from '../check/capabilities.tsx'
import { lazyComponent } from '../ui/Lazy.tsx'
import { hasReservedHomeSpace, reserveHomeSpace } from '../lib/homeRoom.ts'
import { lazyModule, whenIdle } from '../lib/loadChunk.ts'
import { Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { Card } from '../ui/Card.tsx'
import { Announcer, TYPING_PAUSE_MS } from '../ui/Notice.tsx'
import { Button, ButtonLink, Checkbox, FieldWrapper, IconButton, Link } from '../ui/controls.tsx'
import { useBrowserTest, useIsOnline, useRestoreFocus, useWhenOnline } from '../ui/hooks.tsx'
import { canSubmitAtom, hasCheckBegunAtom, isStartViewAtom, submitFormAtom } from './accountAtoms.ts'
import { accountFlow } from './accountFlow.ts'
import {
  checksPostsAtom,
  screenNameFaultAtom,
  includesRepostsAtom,
  nameChoicesAtom,
  formOfferCountAtom,
  loadRecentNamesAtom,
  recentNamesAtom,
  screenNameAtom,
  typedLinkAtom,
  typedPostAtom,
  typeScreenNameAtom,
} from './formAtoms.ts'
import styles from './AccountForm.module.css'

const accountsModule = lazyModule(() => import('./SandboxAccountList.tsx'))
const SandboxAccountList = lazyComponent(accountsModule, (module) => module.SandboxAccountList)

/** A button that lists the demo accounts. It appears after the server's first response, beside a label, so that nothing shifts. */
function SandboxHelp() {
  const upstream = useAtomValue(lastUpstreamAtom)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (!isDemoResult({ upstream })) return null
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`link-button small ${styles['button']}`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {text.sandbox.accounts}
      </button>
      {open && <SandboxAccountList onChoice={close} />}
    </>
  )
}

function ScreenNameField({ children }: { children?: ReactNode }) {
  const screenName = useAtomValue(screenNameAtom)
  const type = useSetAtom(typeScreenNameAtom)
  const fault = useAtomValue(screenNameFaultAtom)
  const recall = useSetAtom(loadRecentNamesAtom)
  const isInvalid = fault !== null && fault.kind !== 'unread'
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (fault) input.current?.focus()
  }, [fault])
  return (
    <div className={styles['name']}>
      <div className={`line between ${styles['head']}`}>
        <label htmlFor={id} className={`medium bold ${styles['label']}`}>
          {text.form.user.label}
        </label>
        <SandboxHelp />
      </div>
      <FieldWrapper invalid={isInvalid}>
        <span aria-hidden="true">@</span>
        <input
          ref={input}
          id={id}
          name="screen_name"
          value={screenName}
          onFocus={(event) => void recall(event.currentTarget)}
          onChange={({ target: { value } }) => {
            // The field has a pasted text without its line breaks, and says so when it loses the focus.
            if (value !== screenName.replaceAll('\n', '')) type(value)
          }}
          onPaste={(event) => {
            // The clipboard is read here, because a single-line field drops the line breaks that separate a display name from its handle.
            const { value, selectionStart, selectionEnd } = event.currentTarget
            const isWhole = (selectionStart ?? 0) === 0 && (selectionEnd ?? 0) === value.length
            const pasted = event.clipboardData.getData('text').trim()
            if (!isWhole || !pasted.includes('\n')) return
            event.preventDefault()
            type(pasted)
          }}
          placeholder={text.form.user.placeholder}
          maxLength={TYPED_LENGTH_MAX}
          aria-invalid={isInvalid}
          aria-describedby={`${id}-fault ${id}-help`}
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
      </FieldWrapper>
      <RecentNames id={`${id}-recent`} />
      <div className={styles['help']}>
        <p id={`${id}-fault`} role="alert" className={`medium ${styles['fault']}`}>
          {fault && (
            <span key={fault.at}>{fault.kind === 'unread' ? <Unread /> : text.valid[fault.kind]}</span>
          )}
        </p>
        <TypingHelp id={`${id}-help`} />
      </div>
      {children}
    </div>
  )
}

/** Says that a link could not be read without a connection. It is submitted again when the connection is back. */
function Unread() {
  const submit = useSetAtom(submitFormAtom)
  useWhenOnline(() => void submit())
  return useIsOnline() ? text.alert.trouble(undefined) : text.alert.offline
}

/** Suggests names that were checked before. It is not part of the field's component, because rendering the field with its old text during input would lose a letter. */
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

/** Says what to do if the typed text names no account, or several. For a post's URL it offers the post check. Submitting moves the focus to the offer. */
function TypingHelp({ id }: { id: string }) {
  const kind = useAtomValue(typedLinkAtom)
  const url = useAtomValue(typedPostAtom)
  const names = useAtomValue(nameChoicesAtom)
  const type = useSetAtom(typeScreenNameAtom)
  const submit = useSetAtom(submitFormAtom)
  const asked = useAtomValue(formOfferCountAtom)
  const offer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked > 0) offer.current?.querySelector<HTMLElement>('a, button')?.focus()
  }, [asked])
  const { isPost, checkPost, link, which } = text.form.user
  const isUnclear = url === null && names.length > 0
  const help = isUnclear ? which(names.length) : url === null ? kind && link[kind] : isPost
  return (
    <>
      <Announcer pause={TYPING_PAUSE_MS}>{help ?? ''}</Announcer>
      {help !== null && (
        <div ref={offer} className={`stack medium ${styles['offer']}`}>
          <p id={id}>{help}</p>
          {isUnclear && (
            <div className="cluster">
              {names.map((name) => (
                <Button
                  key={name}
                  onClick={() => {
                    type(name)
                    void submit()
                  }}
                >
                  @{name}
                </Button>
              ))}
            </div>
          )}
          {url !== null && (
            <ButtonLink kind="filled" to={`/tweetcheck?url=${encodeURIComponent(url)}`}>
              {checkPost}
            </ButtonLink>
          )}
        </div>
      )}
    </>
  )
}

const checkedAccountsModule = lazyModule(() => import('./home/CheckedAccounts.tsx'))
const CheckedAccounts = lazyComponent(checkedAccountsModule, (module) => module.CheckedAccounts)

/** Shows the accounts that were checked on this device. Their space is reserved from the first paint; they are read once the page is idle. */
function CheckedAccountsRoom() {
  useLayoutEffect(reserveHomeSpace, [])
  const hasRoom = useBrowserTest(hasReservedHomeSpace)
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return <div className={styles['room']}>{hasRoom && isIdle && <CheckedAccounts />}</div>
}

/** The button that starts the check. It is not filled while a post's URL is typed or a check has ended: the next step is another one then. */
function SubmitButton() {
  const canSubmit = useAtomValue(canSubmitAtom)
  const isPost = useAtomValue(typedPostAtom) !== null
  const isRunning = useAtomValue(accountFlow.stateAtom) === 'running'
  const hasFailed = useAtomValue(accountFlow.failedAtom) !== null
  const isDone = useAtomValue(accountFlow.doneAtom) !== null
  const isNext = !isPost && !hasFailed && !isDone
  // This restores the focus after a cancel. The result and the alert take the focus themselves.
  const button = useRestoreFocus<HTMLButtonElement>(isRunning || hasFailed)
  return (
    <Button ref={button} type="submit" kind={isNext ? 'filled' : 'outlined'} wide disabled={!canSubmit}>
      {text.form.user.submit}
    </Button>
  )
}

export function AccountForm() {
  const submit = useSetAtom(submitFormAtom)
  const isStartView = useAtomValue(isStartViewAtom)
  const hasCheckBegun = useAtomValue(hasCheckBegunAtom)
  return (
    <Card className={`screen-only ${styles['card']}`}>
      <search>
        <form
          className="stack gap-12"
          onFocus={prepareCheckOnFocus}
          onSubmit={(event) => {
            event.preventDefault()
            // The transition lets the first request be sent before React renders the progress. Within the event, React would take it for an action
            // of the form, which is rendered at once.
            queueMicrotask(() => startTransition(() => void submit()))
            // The field loses the focus, because a phone's keyboard would cover the result.
            if (matchMedia('(pointer: coarse)').matches) event.currentTarget.querySelector('input')?.blur()
          }}
        >
          <ScreenNameField>
            <SubmitButton />
          </ScreenNameField>
          {isStartView && <CheckedAccountsRoom />}
          <Options />
          {isStartView && (
            <ul className={`plain cluster muted small ${styles['facts']}`}>
              {text.home.facts.map((fact) => (
                <li key={fact}>{fact}</li>
              ))}
              <li className={styles['places']}>
                <Link to="/log">
                  <Sentence>{text.home.log}</Sentence>
                </Link>
                <Link to="/report">
                  <Sentence>{text.report}</Sentence>
                </Link>
              </li>
            </ul>
          )}
          <CapabilitiesLine about="account" isChecked={hasCheckBegun} />
        </form>
      </search>
    </Card>
  )
}

function Options() {
  const [posts, setPosts] = useAtom(checksPostsAtom)
  const [reposts, setReposts] = useAtom(includesRepostsAtom)
  return (
    <div className={styles['options']}>
      <label className={`checkbox dense ${styles['option']}`}>
        <Checkbox name="posts" checked={posts} onChange={setPosts} />
        <Sentence>{text.form.posts}</Sentence>
      </label>
      <label className={`checkbox dense ${styles['option']}`} data-nested data-off={!posts}>
        <Checkbox name="reposts" checked={reposts} disabled={!posts} onChange={setReposts} />
        <span>
          <span>{text.form.reposts}</span>
          {!posts && <small>{text.form.repostsOff}</small>}
        </span>
      </label>
    </div>
  )
}
