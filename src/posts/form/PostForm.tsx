import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigate } from 'react-router-dom'
import { memo, useEffect, useId, useRef, useState, useTransition } from 'react'
import { BATCH_POSTS_MAX } from '../../../contract/names.ts'
import { CapabilitiesLine, prepareCheckOnFocus } from '../../check/capabilities.tsx'
import { Paragraph } from '../../text/Sentence.tsx'
import { text } from '../../text/ja.ts'
import { postFormText } from '../../text/postForm.ts'
import { Card } from '../../ui/Card.tsx'
import { Announcer, TYPING_PAUSE_MS } from '../../ui/Notice.tsx'
import { Button, FieldWrapper, IconButton } from '../../ui/controls.tsx'
import { useRestoreFocus } from '../../ui/hooks.tsx'
import type { InputRow, RowHint } from './rows.ts'
import {
  addRowAtom,
  canUndoBulkActionAtom,
  clearRowAtom,
  excessUrlCountAtom,
  clearRowFocusAtom,
  focusedRowAtom,
  rowHintsAtom,
  leftOutSentenceAtom,
  pasteRowAtom,
  removeRowAtom,
  rowsAtom,
  refusalCountAtom,
  submitRowsAtom,
  applyBulkActionAtom,
  bulkActionsAtom,
  typeRowAtom,
  editedRowHintAtom,
  undoBulkActionAtom,
} from './rowsAtoms.ts'
import styles from './PostForm.module.css'

function BinIcon() {
  return (
    <svg viewBox="0 0 20 20" className={styles['bin']} aria-hidden="true">
      <path
        d="M3.500 5.500h13M8 5.500V3.500h4v2M5 5.500l.800 11h8.400l.800-11M8.500 8.500v5M11.500 8.500v5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.500"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type UrlFieldProps = { id: string; row: InputRow; number: number; hint: RowHint | undefined }

/** The field of a row. It takes the focus if its row is the target of `focusedRowAtom`. */
function UrlField({ id, row, number, hint }: UrlFieldProps) {
  const type = useSetAtom(typeRowAtom)
  const paste = useSetAtom(pasteRowAtom)
  const focused = useAtomValue(focusedRowAtom) === row.id
  const taken = useSetAtom(clearRowFocusAtom)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (row.value !== '' && field.current !== document.activeElement && field.current)
      scrollToEnd(field.current)
  }, [row.value])
  useEffect(() => {
    if (!focused) return
    field.current?.focus()
    taken()
  }, [focused, taken])
  return (
    <input
      ref={field}
      id={id}
      name="url"
      value={row.value}
      onChange={(event) => type(row.id, event.target.value)}
      onBlur={(event) => scrollToEnd(event.currentTarget)}
      onPaste={(event) => {
        // The clipboard is read here, because a single-line field drops the line breaks between the URLs.
        const { value, selectionStart, selectionEnd } = event.currentTarget
        const before = value.slice(0, selectionStart ?? 0)
        const after = value.slice(selectionEnd ?? 0)
        const pasted = event.clipboardData.getData('text')
        if (paste(row.id, pasted, before, after)) event.preventDefault()
      }}
      placeholder={postFormText.row.placeholder}
      aria-label={postFormText.row.label(number)}
      aria-invalid={hint !== undefined && hint !== 'duplicate'}
      aria-describedby={hint && `${id}-hint`}
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      enterKeyHint="go"
      spellCheck={false}
    />
  )
}

/** Scrolls to the end of a long URL, which identifies the post. It waits for a frame, since browsers scroll a field to its start when it loses the focus. */
function scrollToEnd(field: HTMLInputElement): void {
  requestAnimationFrame(() => {
    if (field !== document.activeElement) field.scrollLeft = field.scrollWidth
  })
}

type PostRowProps = { row: InputRow; number: number; hint: RowHint | undefined; only: boolean }

const PostRow = memo(function PostRow({ row, number, hint, only }: PostRowProps) {
  const clear = useSetAtom(clearRowAtom)
  const remove = useSetAtom(removeRowAtom)
  const id = useId()
  return (
    <li className={styles['row']} data-only={only}>
      {number === 1 && (
        <label className={`small bold ${styles['label']}`} htmlFor={id}>
          {postFormText.row.title}
        </label>
      )}
      <FieldWrapper>
        {!only && (
          <span aria-hidden="true" className={`small tabular ${styles['number']}`}>
            {number}
          </span>
        )}
        <UrlField id={id} row={row} number={number} hint={hint} />
        {row.value !== '' && (
          <IconButton label={postFormText.row.clear(number)} onClick={() => clear(row.id)}>
            ✕
          </IconButton>
        )}
      </FieldWrapper>
      {!only && (
        <IconButton label={postFormText.row.remove(number)} onClick={() => remove(row.id)}>
          <BinIcon />
        </IconButton>
      )}
      {hint && (
        <p id={`${id}-hint`} className={`small ${styles['hint']}`}>
          {postFormText.hint[hint]}
        </p>
      )}
    </li>
  )
})

/** How many rows are rendered in one frame. All rows of a long paste at once would block the page for longer than a visitor's input may wait. */
const ROWS_AT_ONCE = 20

function PostRows() {
  const rows = useAtomValue(rowsAtom)
  const hints = useAtomValue(rowHintsAtom)
  const [rendered, setRendered] = useState(ROWS_AT_ONCE)
  useEffect(() => {
    if (rendered >= rows.length) return
    const frame = requestAnimationFrame(() => setRendered(rendered + ROWS_AT_ONCE))
    return () => cancelAnimationFrame(frame)
  }, [rendered, rows.length])
  return (
    <ul className="stack plain">
      {rows.slice(0, rendered).map((row, index) => (
        <PostRow
          key={row.id}
          row={row}
          number={index + 1}
          hint={hints.get(row.id)}
          only={rows.length === 1}
        />
      ))}
    </ul>
  )
}

function LeftOut() {
  return <Paragraph className="muted small">{useAtomValue(leftOutSentenceAtom)}</Paragraph>
}

const { first, mistakes, all, undo } = postFormText.tidy
const LABELS = { first: first(BATCH_POSTS_MAX), mistakes, all } as const

/** Removes the rows that are too many. It stands beside the button that cannot start meanwhile. */
function KeepFirstButton() {
  const action = useAtomValue(bulkActionsAtom).find(({ kind }) => kind === 'first')
  const tidy = useSetAtom(applyBulkActionAtom)
  return (
    action && (
      <Button
        kind="filled"
        wide
        onClick={({ currentTarget }) => {
          // This button goes with the rows. The focus would else move to the undo button, far below.
          currentTarget.form?.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true })
          tidy(action.rows)
        }}
      >
        {LABELS.first}
      </Button>
    )
  )
}

/** Buttons that change many rows at once. The change can be undone until a row is edited. */
function TidyButtons() {
  const actions = useAtomValue(bulkActionsAtom).filter(({ kind }) => kind !== 'first')
  const canUndo = useAtomValue(canUndoBulkActionAtom)
  const tidy = useSetAtom(applyBulkActionAtom)
  const undoTidy = useSetAtom(undoBulkActionAtom)
  const place = useRestoreFocus<HTMLDivElement>(canUndo)
  if (actions.length === 0 && !canUndo) return null
  return (
    <div ref={place} className="cluster">
      {canUndo && <Button onClick={undoTidy}>{undo}</Button>}
      {actions.map(({ kind, rows }) => (
        <Button key={kind} onClick={() => tidy(rows)}>
          {LABELS[kind]}
        </Button>
      ))}
    </div>
  )
}

/** So many rows fill one or two screens of a phone: the button to start is then always in sight. */
const MANY_ROWS = 10

export function PostForm() {
  const count = useAtomValue(rowsAtom).length
  const add = useSetAtom(addRowAtom)
  const submit = useSetAtom(submitRowsAtom)
  const excess = useAtomValue(excessUrlCountAtom)
  const mistakes = useAtomValue(rowHintsAtom).size
  const typedHint = useAtomValue(editedRowHintAtom)
  const id = useId()
  const refusals = useAtomValue(refusalCountAtom)
  const navigate = useNavigate()
  // The form remains visible until the result page is loaded.
  const [leaving, startTransition] = useTransition()
  return (
    <Card>
      <form
        className={`stack gap-12 ${styles['form']}`}
        onFocus={prepareCheckOnFocus}
        onSubmit={(event) => {
          event.preventDefault()
          if (!leaving && submit()) startTransition(() => navigate('/tweetcheck/results'))
        }}
      >
        <PostRows />
        <Announcer pause={TYPING_PAUSE_MS}>{typedHint}</Announcer>
        <LeftOut />
        <div className={`cluster ${styles['changes']}`}>
          <Button onClick={add}>{text.post.add}</Button>
          <TidyButtons />
        </div>
        <div className={styles['start']} data-many={count >= MANY_ROWS}>
          <p role="alert" className={`small ${styles['excess']}`}>
            {/* The alert is inserted again at each submit, so that it is announced each time. */}
            <span key={refusals}>{excess > 0 && postFormText.excess(BATCH_POSTS_MAX, excess)}</span>
          </p>
          <KeepFirstButton />
          {mistakes > 0 && (
            <p
              id={`${id}-mistakes`}
              // Few rows are in sight, each with its own hint.
              className={count >= MANY_ROWS ? `small ${styles['hint']}` : 'visually-hidden'}
            >
              {postFormText.mistakes(mistakes)}
            </p>
          )}
          <Button
            type="submit"
            kind={excess > 0 ? 'outlined' : 'filled'}
            wide
            aria-busy={leaving}
            aria-disabled={excess > 0}
            aria-describedby={mistakes > 0 ? `${id}-mistakes` : undefined}
          >
            {text.post.submit}
          </Button>
        </div>
        <CapabilitiesLine about="posts" />
      </form>
    </Card>
  )
}
