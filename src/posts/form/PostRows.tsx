import { useAtomValue, useSetAtom } from 'jotai'
import { text } from '../../text/ja.ts'
import { Button } from '../../ui/Button.tsx'
import { foldAtom, shownRowsAtom, toggleFoldAtom } from './foldAtoms.ts'
import styles from './PostForm.module.css'
import { PostRow } from './PostRow.tsx'
import { hintsAtom, rowsAtom } from './rowsAtoms.ts'

/** The rows; of many, only the first ones and the last, with a button that shows the rest. */
export function PostRows() {
  const count = useAtomValue(rowsAtom).length
  const { rows } = useAtomValue(shownRowsAtom)
  const hints = useAtomValue(hintsAtom)
  return (
    <>
      <Fold />
      <ul className={styles['rows']}>
        {rows.map(({ row, number }) => (
          <PostRow key={row.id} row={row} number={number} hint={hints.get(row.id)} only={count === 1} />
        ))}
      </ul>
    </>
  )
}

function Fold() {
  const fold = useAtomValue(foldAtom)
  const count = useAtomValue(rowsAtom).length
  const { hidden, hinted } = useAtomValue(shownRowsAtom)
  const toggle = useSetAtom(toggleFoldAtom)
  if (fold === 'none') return null
  const words = text.post.fold
  return (
    <div className={styles['fold']}>
      <p>
        <span>{fold === 'closed' ? words.folded(count, hidden) : words.total(count)}</span>
        {hinted > 0 && <span>{words.hinted(hinted)}</span>}
      </p>
      <Button aria-expanded={fold === 'open'} onClick={toggle}>
        {fold === 'open' ? words.close : words.open}
      </Button>
    </div>
  )
}
