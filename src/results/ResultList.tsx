import { memo, useMemo } from 'react'
import type { CSSProperties } from 'react'
import type { Group } from '../../contract/postVerdicts.ts'
import { rowsOf } from './listedPost.ts'
import type { ListedPost, Row } from './listedPost.ts'
import styles from './ResultList.module.css'
import { ResultRow } from './ResultRow.tsx'
import { useGrowing } from './useGrowing.tsx'

/** A row's usual height in pixels, to estimate the height of lists that are not laid out yet. */
const ROW_HEIGHT = 112

type ResultListProps = {
  posts: readonly ListedPost[]
  hidden: ReadonlySet<Group>
  author: string | undefined
}

/** The posts of the shown groups. The style sheet hides the others, so that filtering adds and removes no rows. */
export function ResultList({ posts, hidden, author }: ResultListProps) {
  const lists = useMemo(() => rowsOf(posts), [posts])
  const shown = useGrowing(lists.length)
  return (
    <div className={styles['lists']} data-hidden={[...hidden].join(' ')}>
      {lists.slice(0, shown).map((rows) => (
        <Rows key={rows[0]?.id} rows={rows} author={author} />
      ))}
    </div>
  )
}

const Rows = memo(function Rows({ rows, author }: { rows: Row[]; author: string | undefined }) {
  const estimate = { '--estimate': `${rows.length * ROW_HEIGHT}px` } as CSSProperties
  return (
    <ul className={styles['list']} style={estimate}>
      {rows.map((row) => (
        <ResultRow key={row.id} row={row} author={author} />
      ))}
    </ul>
  )
})
