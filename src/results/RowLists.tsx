import { memo } from 'react'
import type { CSSProperties } from 'react'
import type { Group } from '../../contract/postVerdicts.ts'
import type { CommonNote } from './evidence/commonNotes.ts'
import type { Row } from './listedPost.ts'
import styles from './RowLists.module.css'
import { ResultRow } from './ResultRow.tsx'
import type { RowProps } from './ResultRow.tsx'
import { rowHeight } from './rowHeight.ts'

/** Rows per list element, and the most that come onto the page in one task. Each list is laid out only near the window. */
export const ROWS_AT_ONCE = 50

type RowListsProps = RowProps & {
  rows: readonly Row[]
  /** How many of them are on the page yet. */
  there: number
  /** From where on they are folded away. */
  end: number
  hidden: ReadonlySet<Group>
  notes: readonly CommonNote[]
}

/** Rows in lists of fifty. The style sheet hides those that are filtered or folded away, so that a press adds and removes no rows. */
export function RowLists({ rows, there, end, hidden, ...given }: RowListsProps) {
  const starts = Array.from({ length: Math.ceil(there / ROWS_AT_ONCE) }, (_, index) => index * ROWS_AT_ONCE)
  return (
    <div className={styles['lists']} data-hidden={[...hidden].join(' ')}>
      {starts.map((start) => (
        <RowList
          key={start}
          rows={rows}
          start={start}
          stop={Math.min(start + ROWS_AT_ONCE, there)}
          shown={Math.max(0, Math.min(end - start, ROWS_AT_ONCE))}
          {...given}
        />
      ))}
    </div>
  )
}

type RowListProps = Omit<RowListsProps, 'there' | 'end' | 'hidden'> & {
  start: number
  stop: number
  /** How many of these rows are not folded away. */
  shown: number
}

const RowList = memo(function RowList({ rows, start, stop, shown, notes, ...given }: RowListProps) {
  const height = rows.slice(start, start + shown).reduce((sum, row) => sum + rowHeight(row), 0)
  const estimate = { '--estimate': `${height}px` } as CSSProperties
  return (
    <ul className={styles['list']} style={estimate} data-folded={shown === 0}>
      {rows.slice(start, stop).map((row, index) => (
        <ResultRow
          key={row.id}
          row={row}
          isFolded={index >= shown}
          said={notes.find(({ group }) => group === row.group)?.said ?? NOTHING}
          {...given}
        />
      ))}
    </ul>
  )
})

const NOTHING: ReadonlySet<string> = new Set()
