import { useAtomValue, useSetAtom } from 'jotai'
import { memo, useEffect, useId, useRef } from 'react'
import { text } from '../text/ja.ts'
import { IconButton } from '../ui/IconButton.tsx'
import type { InputRow } from './inputRows.ts'
import styles from './PostRow.module.css'
import type { RowHint } from './rowHint.ts'
import {
  clearRowAtom,
  focusedRowAtom,
  focusTakenAtom,
  pasteRowAtom,
  removeRowAtom,
  typeRowAtom,
} from './rowsAtoms.ts'

type PostRowProps = { row: InputRow; number: number; hint: RowHint | undefined; only: boolean }

/** One post URL, with buttons of its own to clear it and, unless it is the only row, to take it away. */
export const PostRow = memo(function PostRow({ row, number, hint, only }: PostRowProps) {
  const clear = useSetAtom(clearRowAtom)
  const remove = useSetAtom(removeRowAtom)
  const id = useId()
  return (
    <li className={styles['row']} data-only={only}>
      <label className={styles['label']} htmlFor={id}>
        {text.post.row.label(number)}
      </label>
      <div className={styles['field']}>
        <UrlField id={id} row={row} hinted={hint !== undefined} />
        {row.value !== '' && (
          <IconButton label={text.post.row.clear(number)} onClick={() => clear(row.id)}>
            ✕
          </IconButton>
        )}
      </div>
      {!only && (
        <IconButton label={text.post.row.remove(number)} onClick={() => remove(row.id)}>
          <Bin />
        </IconButton>
      )}
      {hint && (
        <p id={`${id}-hint`} className={styles['hint']}>
          {text.post.hint[hint]}
        </p>
      )}
    </li>
  )
})

function UrlField({ id, row, hinted }: { id: string; row: InputRow; hinted: boolean }) {
  const type = useSetAtom(typeRowAtom)
  const paste = useSetAtom(pasteRowAtom)
  const focused = useAtomValue(focusedRowAtom) === row.id
  const taken = useSetAtom(focusTakenAtom)
  const field = useRef<HTMLInputElement>(null)
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
      onPaste={(event) => {
        // Read here because a field of one line drops the line breaks that part the URLs.
        const { value, selectionStart, selectionEnd } = event.currentTarget
        const before = value.slice(0, selectionStart ?? 0)
        const after = value.slice(selectionEnd ?? 0)
        const pasted = event.clipboardData.getData('text')
        if (paste(row.id, pasted, before, after)) event.preventDefault()
      }}
      placeholder={text.post.row.placeholder}
      aria-describedby={hinted ? `${id}-hint` : undefined}
      inputMode="url"
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      enterKeyHint="go"
      spellCheck={false}
    />
  )
}

function Bin() {
  return (
    <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
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
