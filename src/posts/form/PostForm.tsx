import { useAtomValue, useSetAtom } from 'jotai'
import { useRef, useTransition } from 'react'
import { useNavigate } from 'react-router-dom'
import { BATCH_MAX } from '../../../contract/PostUrl.ts'
import { CapabilitiesLine } from '../../check/CapabilitiesLine.tsx'
import { prepareOnFocus } from '../../check/prepareOnFocus.ts'
import { text } from '../../text/ja.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { foldAtom } from './foldAtoms.ts'
import styles from './PostForm.module.css'
import { PostRows } from './PostRows.tsx'
import { addRowAtom, excessAtom, submitRefusalAtom, submitRowsAtom } from './rowsAtoms.ts'
import { TidyButtons } from './TidyButtons.tsx'

/** The rows of post URLs, a button that adds one, and the submit button, which stays in the window however many rows there are. */
export function PostForm() {
  const add = useSetAtom(addRowAtom)
  const submit = useSetAtom(submitRowsAtom)
  const excess = useAtomValue(excessAtom)
  const refusal = useAtomValue(submitRefusalAtom)
  const fold = useAtomValue(foldAtom)
  const navigate = useNavigate()
  /** Set once submitted: the form stays until the result page is loaded, and must not navigate twice. */
  const left = useRef(false)
  const [leaving, startTransition] = useTransition()
  return (
    <Card>
      <form
        className={styles['form']}
        onFocus={prepareOnFocus}
        onSubmit={(event) => {
          event.preventDefault()
          if (left.current || !submit()) return
          left.current = true
          startTransition(() => navigate('/tweetcheck/results'))
        }}
      >
        <PostRows />
        <Button wide onClick={add}>
          {text.post.add}
        </Button>
        <TidyButtons />
        <div className={styles['start']} data-many={fold !== 'none'}>
          <p role="alert" className={styles['excess']}>
            {/* Put in anew at each submit, so that it is announced each time. */}
            <span key={refusal.count}>
              {excess > 0 ? text.post.excess(BATCH_MAX, excess) : refusal.isEmpty && text.post.nothing}
            </span>
          </p>
          <Button type="submit" kind="filled" wide aria-busy={leaving}>
            {text.post.submit}
          </Button>
        </div>
        <CapabilitiesLine about="posts" />
      </form>
    </Card>
  )
}
