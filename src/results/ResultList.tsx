import { memo, useMemo } from 'react'
import type { CSSProperties } from 'react'
import type { Group } from './group.ts'
import { rowsOf } from './listedPost.ts'
import type { ListedPost, Row } from './listedPost.ts'
import styles from './ResultList.module.css'
import { ResultRow } from './ResultRow.tsx'
import { useGrowing } from './useGrowing.tsx'

/** A row's usual height in pixels: what a list that was not laid out yet is taken to measure. */
const ROW_HEIGHT = 76

/** The posts of the shown groups. Filtering is left to the style sheet: no row is made or thrown away by it. */
export function ResultList({ posts, hidden }: { posts: readonly ListedPost[]; hidden: ReadonlySet<Group> }) {
  const lists = useMemo(() => rowsOf(posts), [posts])
  const shown = useGrowing(lists.length)
  return (
    <div className={styles['lists']} data-hidden={[...hidden].join(' ')}>
      {lists.slice(0, shown).map((rows) => (
        <Rows key={rows[0]?.id} rows={rows} />
      ))}
    </div>
  )
}

const Rows = memo(function Rows({ rows }: { rows: Row[] }) {
  const estimate = { '--estimate': `${rows.length * ROW_HEIGHT}px` } as CSSProperties
  return (
    <ul className={styles['list']} style={estimate}>
      {rows.map((row) => (
        <ResultRow key={row.id} row={row} />
      ))}
    </ul>
  )
})
