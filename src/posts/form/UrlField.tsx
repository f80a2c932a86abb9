import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useRef } from 'react'
import { parsePostUrl } from '../../../contract/PostUrl.ts'
import { text } from '../../text/ja.ts'
import type { InputRow } from './inputRows.ts'
import styles from './PostRow.module.css'
import { focusedRowAtom, focusTakenAtom, pasteRowAtom, typeRowAtom } from './rowsAtoms.ts'

const { short } = text.post.row

/** A row's field. It takes the focus when the focus was sent to its row. */
export function UrlField({ id, row, hinted }: { id: string; row: InputRow; hinted: boolean }) {
  const type = useSetAtom(typeRowAtom)
  const paste = useSetAtom(pasteRowAtom)
  const focused = useAtomValue(focusedRowAtom) === row.id
  const taken = useSetAtom(focusTakenAtom)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (row.value !== '' && field.current !== document.activeElement && field.current) showEnd(field.current)
  }, [row.value])
  useEffect(() => {
    if (!focused) return
    field.current?.focus()
    taken()
  }, [focused, taken])
  const post = parsePostUrl(row.value)
  return (
    <div className={styles['url']} data-short={post !== null}>
      <input
        ref={field}
        id={id}
        name="url"
        value={row.value}
        onChange={(event) => type(row.id, event.target.value)}
        onBlur={(event) => showEnd(event.currentTarget)}
        onPaste={(event) => {
          // Read here because a single-line field drops the line breaks between the URLs.
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
      {post && (
        <span className={styles['short']} aria-hidden="true">
          {post.name !== null && (
            <>
              <span className={styles['author']}>{short.author(post.name)}</span>
              <span className={styles['slash']}>/</span>
            </>
          )}
          <span>{short.end(post.id.slice(-4))}</span>
        </span>
      )}
    </div>
  )
}

/** Shows the end of a long URL, which names the post. Done a frame later: the browser scrolls to the start when a field loses the focus. */
function showEnd(field: HTMLInputElement): void {
  requestAnimationFrame(() => {
    if (field !== document.activeElement) field.scrollLeft = field.scrollWidth
  })
}
