import { useSetAtom } from 'jotai'
import { memo, useEffect, useMemo, useState } from 'react'
import type { CSSProperties } from 'react'
import { POST_GROUPS } from '../../contract/outcomes.ts'
import type { PostGroup } from '../../contract/outcomes.ts'
import { loadObservationsAtom } from '../observations/observations.ts'
import { whenIdle } from '../lib/loadChunk.ts'
import { resultText } from '../text/result.ts'
import { CardHeading } from '../ui/Card.tsx'
import { GroupFilterChips, GroupLegend } from './Filters.tsx'
import { AuthorLink, ResultRow } from './PostRow.tsx'
import type { ResultRowProps } from './PostRow.tsx'
import { commonNotes, handSearchLinkOf } from './evidence/evidence.ts'
import type { CommonNote } from './evidence/evidence.ts'
import { countGroups, mayHavePreview, toListedPostRows, withGroupToggled } from './posts.ts'
import type { ListedPost, ListedPostRow } from './posts.ts'
import styles from './PostList.module.css'

export function PostListHead({ title, author }: { title: string; author: string | null }) {
  return (
    <div className={`line between ${styles['head']}`}>
      <CardHeading>{title}</CardHeading>
      {author !== null && <AuthorLink name={author} />}
    </div>
  )
}

/** Heights in pixels: a row's first line with its padding, one line of text, and the line with the link to search by hand. */
const FRAME_PX = 61
const TEXT_PX = 25.6
const SEARCH_PX = 46

/** Estimates a row's height in pixels. A wrong estimate shifts the content below when the row is laid out. */
function estimateRowHeight(row: ListedPostRow): number {
  return FRAME_PX + (mayHavePreview(row) ? TEXT_PX : 0) + (handSearchLinkOf(row.post) ? SEARCH_PX : 0)
}

/** Rows for each list element, and the most that are rendered in one task. A list is laid out only near the viewport. */
const ROWS_AT_ONCE = 50

type RowListProps = ResultRowProps & { rows: readonly ListedPostRow[]; notes: readonly CommonNote[] }

const RowList = memo(function RowList({ rows, notes, rechecked = null, ...given }: RowListProps) {
  const height = rows.reduce((sum, row) => sum + estimateRowHeight(row), 0)
  const estimate = { '--estimate': `${height}px` } as CSSProperties
  return (
    <ul className={`plain ${styles['list']}`} style={estimate}>
      {rows.map((row) => (
        <ResultRow
          key={row.id}
          row={row}
          said={notes.find(({ group }) => group === row.group)?.said ?? NOTHING}
          {...given}
          rechecked={row.post.url === rechecked ? rechecked : null}
        />
      ))}
    </ul>
  )
})

const NOTHING: ReadonlySet<string> = new Set()

/** Waits in milliseconds that are shorter than the defaults of `whenIdle`, since the visitor waits for the rest of the list. */
const IDLE_TIMEOUT_MS = 500
const NO_IDLE_DELAY_MS = 30

type ResultListProps = RowListProps & { hidden: ReadonlySet<PostGroup> }

/** Renders all posts in steps, one in each idle period. It is a component of its own, so that the steps do not render the filters and the legend again. */
function ResultList({ rows, hidden, ...given }: ResultListProps) {
  const [rendered, setRendered] = useState(1)
  const parts = useMemo(
    () =>
      Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, (_, part) =>
        rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
      ),
    [rows],
  )
  useEffect(() => {
    if (rendered >= parts.length) return undefined
    return whenIdle(() => setRendered(rendered + 1), IDLE_TIMEOUT_MS, NO_IDLE_DELAY_MS)
  }, [rendered, parts.length])
  // These variables hide filtered groups, so that a press adds or removes no elements.
  const filter = Object.fromEntries([...hidden].map((group) => [`--display-${group}`, 'none']))
  return (
    <div style={filter}>
      {parts.slice(0, rendered).map((part) => (
        <RowList key={part[0]?.id} rows={part} {...given} />
      ))}
    </div>
  )
}

type PostResultsProps = Omit<ResultRowProps, 'now'> & {
  results: readonly ListedPost[]
  /** The posts that the filters count: reposts are somebody else's. By default all. */
  counted?: readonly ListedPost[]
}

export const POST_LIST_ELEMENT_ID = 'posts'

export function PostResults({ results, counted = results, ...given }: PostResultsProps) {
  const [hidden, setHidden] = useState<ReadonlySet<PostGroup>>(new Set())
  const [now] = useState(() => Date.now())
  const counts = useMemo(() => countGroups(counted), [counted])
  const listed = useMemo(() => countGroups(results), [results])
  const rows = useMemo(() => toListedPostRows(results), [results])
  const notes = useMemo(() => commonNotes(rows, now), [rows, now])
  const enter = useSetAtom(loadObservationsAtom)
  useEffect(() => {
    const links = results.flatMap((post) => handSearchLinkOf(post) ?? [])
    void enter(links.map(({ name, id }) => ({ name, item: id })))
  }, [enter, results])
  const shown = POST_GROUPS.reduce((sum, group) => sum + (hidden.has(group) ? 0 : listed[group]), 0)
  return (
    <>
      <GroupFilterChips
        counts={counts}
        hidden={hidden}
        onToggle={(group) => setHidden((hidden) => withGroupToggled(hidden, group))}
      />
      <div role="status" className={styles['live']}>
        {shown === 0 && (
          <div className={styles['empty']}>
            <p lang="en">{resultText.empty.title}</p>
            <p className="muted small">{resultText.empty.hint}</p>
          </div>
        )}
      </div>
      <ResultList rows={rows} notes={notes} hidden={hidden} now={now} {...given} />
      <GroupLegend counts={listed} withEvidence={results.some(({ evidence }) => evidence)} notes={notes} />
    </>
  )
}
