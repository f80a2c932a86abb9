import { useAtomValue, useSetAtom } from 'jotai'
import { useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { BATCH_MAX } from '../../../contract/batchMax.ts'
import { prepareOnFocus } from '../../check/prepareOnFocus.ts'
import { text } from '../../text/ja.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import styles from './PostForm.module.css'
import { PostRow } from './PostRow.tsx'
import { addRowAtom, hintsAtom, rowsAtom, submitRowsAtom, excessAtom } from './rowsAtoms.ts'

/** The rows of post URLs, one more row, and the start. */
export function PostForm() {
  const add = useSetAtom(addRowAtom)
  const submit = useSetAtom(submitRowsAtom)
  const navigate = useNavigate()
  /** The form stays until the result page is here; pressed again it must not lead there twice. */
  const left = useRef(false)
  return (
    <Card>
      <form
        className={styles['form']}
        onFocus={prepareOnFocus}
        onSubmit={(event) => {
          event.preventDefault()
          if (left.current || !submit()) return
          left.current = true
          void navigate('/tweetcheck/results')
        }}
      >
        <Rows />
        <Button wide onClick={add}>
          {text.post.add}
        </Button>
        <Button type="submit" kind="filled" wide>
          {text.post.submit}
        </Button>
      </form>
    </Card>
  )
}

function Rows() {
  const rows = useAtomValue(rowsAtom)
  const hints = useAtomValue(hintsAtom)
  const excess = useAtomValue(excessAtom)
  return (
    <>
      <ul className={styles['rows']}>
        {rows.map((row, index) => (
          <PostRow
            key={row.id}
            row={row}
            number={index + 1}
            hint={hints.get(row.id)}
            only={rows.length === 1}
          />
        ))}
      </ul>
      <p role="alert" className={styles['excess']}>
        {excess > 0 && text.post.excess(BATCH_MAX, excess)}
      </p>
    </>
  )
}
