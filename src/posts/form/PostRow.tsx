import { useSetAtom } from 'jotai'
import { memo, useId } from 'react'
import { text } from '../../text/ja.ts'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { BinIcon } from './BinIcon.tsx'
import type { InputRow } from './inputRows.ts'
import styles from './PostRow.module.css'
import type { RowHint } from './rowHint.ts'
import { clearRowAtom, removeRowAtom } from './rowsAtoms.ts'
import { UrlField } from './UrlField.tsx'

type PostRowProps = { row: InputRow; number: number; hint: RowHint | undefined; only: boolean }

/** One post URL, with buttons to clear it and, unless it is the only row, to remove it. */
export const PostRow = memo(function PostRow({ row, number, hint, only }: PostRowProps) {
  const clear = useSetAtom(clearRowAtom)
  const remove = useSetAtom(removeRowAtom)
  const id = useId()
  return (
    <li className={styles['row']} data-only={only}>
      <label className={styles['label']} htmlFor={id}>
        {text.post.row.label(number)}
      </label>
      <Field>
        <UrlField id={id} row={row} hinted={hint !== undefined} />
        {row.value !== '' && (
          <IconButton label={text.post.row.clear(number)} onClick={() => clear(row.id)}>
            ✕
          </IconButton>
        )}
      </Field>
      {!only && (
        <IconButton label={text.post.row.remove(number)} onClick={() => remove(row.id)}>
          <BinIcon />
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
