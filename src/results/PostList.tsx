import { useSetAtom } from 'jotai'
import { flushSync } from 'react-dom'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties } from 'react'
import { POST_GROUPS } from '../../contract/outcomes.ts'
import type { PostGroup } from '../../contract/outcomes.ts'
import { loadObservationsAtom } from '../observations/observations.ts'
import { whenIdle } from '../lib/loadChunk.ts'
import { Paragraph } from '../text/Sentence.tsx'
import { resultText } from '../text/result.ts'
import { CardHeading } from '../ui/Card.tsx'
import { Announcer } from '../ui/Notice.tsx'
import { Button } from '../ui/controls.tsx'
import { GroupFilterChips, GroupLegend } from './Filters.tsx'
import { AuthorLink, ResultRow } from './PostRow.tsx'
import type { ResultRowProps } from './PostRow.tsx'
import { ExclusionCauses } from './evidence/Evidence.tsx'
import { commonNotes, joinSentences, handSearchLinkOf } from './evidence/evidence.ts'
import type { CommonNote } from './evidence/evidence.ts'
import { countGroups, firstFoldedRow, mayHavePreview, toListSections, withGroupToggled } from './posts.ts'
import type { ListedPost, ListOrder, ListedPostRow, ListSection } from './posts.ts'
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
export function estimateRowHeight(row: ListedPostRow): number {
  return FRAME_PX + (mayHavePreview(row) ? TEXT_PX : 0) + (handSearchLinkOf(row.post) ? SEARCH_PX : 0)
}

/** Rows for each list element, and the most that are rendered in one task. A list is laid out only near the viewport. */
const ROWS_AT_ONCE = 50

/** The list contains the rows from `start` to `stop`. Its first `shown` rows are visible, and the others are folded. */
type RowListProps = ResultRowProps & {
  rows: readonly ListedPostRow[]
  start: number
  stop: number
  shown: number
  notes: readonly CommonNote[]
}

const RowList = memo(function RowList({
  rows,
  start,
  stop,
  shown,
  notes,
  rechecked = null,
  ...given
}: RowListProps) {
  const height = rows.slice(start, start + shown).reduce((sum, row) => sum + estimateRowHeight(row), 0)
  const estimate = { '--estimate': `${height}px` } as CSSProperties
  return (
    <ul className={`plain ${styles['list']}`} style={estimate} data-folded={shown === 0}>
      {rows.slice(start, stop).map((row, index) => (
        <ResultRow
          key={row.id}
          row={row}
          isFolded={index >= shown}
          said={notes.find(({ group }) => group === row.group)?.said ?? NOTHING}
          {...given}
          rechecked={row.post.url === rechecked ? rechecked : null}
        />
      ))}
    </ul>
  )
})

const NOTHING: ReadonlySet<string> = new Set()

const words = resultText.list

type PostSectionProps = ResultRowProps & {
  section: ListSection
  order: ListOrder
  there: number
  hidden: ReadonlySet<PostGroup>
}

function PostSection({ section, order, there, hidden, ...given }: PostSectionProps) {
  const { kind, rows } = section
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const notes = useMemo(() => commonNotes(rows, given.now), [rows, given.now])
  const isShown = ({ group }: { group: PostGroup }) => !hidden.has(group)
  const foldedAt = firstFoldedRow(rows, hidden)
  // A row that was checked again may have moved here, and must be seen.
  const isUnfolded = isOpen || rows.slice(foldedAt).some(({ post }) => post.url === given.rechecked)
  const end = isUnfolded ? rows.length : foldedAt
  const folded = rows.slice(end).filter(isShown)
  const total = rows.filter(isShown).length
  const starts = Array.from({ length: Math.ceil(there / ROWS_AT_ONCE) }, (_, index) => index * ROWS_AT_ONCE)
  // These variables hide filtered groups, and the style sheet hides folded rows, so that a press adds or removes no elements.
  const filter = Object.fromEntries([...hidden].map((group) => [`--display-${group}`, 'none']))
  const open = () => {
    flushSync(() => setIsOpen(true))
    // The pressed button is gone, so the first unfolded row takes the focus, or its link, which has an accessible name.
    const row = place.current?.querySelector<HTMLElement>(`[data-row="${folded[0]?.id}"]`)
    const heir = row?.querySelector('a') ?? row
    heir?.focus()
  }
  return (
    <div ref={place} hidden={total === 0}>
      {kind !== 'all' && <h3 className={`muted small ${styles['heading']}`}>{headingOf(section, order)}</h3>}
      <div className={styles['notes']}>
        {notes.filter(isShown).map(({ group, sentences }) => (
          <Paragraph key={group} className="muted small">
            {kind === 'excluded'
              ? joinSentences(sentences)
              : words.common(resultText.badge[group], joinSentences(sentences))}
          </Paragraph>
        ))}
      </div>
      {kind === 'excluded' && <ExclusionCauses />}
      <div style={filter}>
        {starts.map((start) => (
          <RowList
            key={start}
            rows={rows}
            start={start}
            stop={Math.min(start + ROWS_AT_ONCE, there)}
            shown={Math.max(0, Math.min(end - start, ROWS_AT_ONCE))}
            notes={notes}
            {...given}
          />
        ))}
      </div>
      {folded.length > 0 && (
        <div className={`screen-only ${styles['more']}`}>
          <Button wide onClick={open}>
            {words.more(folded.length)}
          </Button>
        </div>
      )}
      <Announcer>{isOpen ? words.moreShown(total) : ''}</Announcer>
    </div>
  )
}

function headingOf({ kind, rows }: ListSection, order: ListOrder): string {
  if (kind === 'excluded') return words.excluded(rows.length)
  return order === 'newest' ? words.othersNewestFirst(rows.length) : words.others(rows.length)
}

/** Waits in milliseconds that are shorter than the defaults of `whenIdle`, since the visitor waits for the rest of the list. */
const IDLE_TIMEOUT_MS = 500
const NO_IDLE_DELAY_MS = 30

type ResultListProps = Omit<ResultRowProps, 'now'> & {
  posts: readonly ListedPost[]
  order: ListOrder
  hidden: ReadonlySet<PostGroup>
}

/** Renders all posts in steps, one in each idle period. It is a component of its own, so that the steps do not render the filters and the legend again. */
function ResultList({ posts, order, hidden, ...given }: ResultListProps) {
  const [now] = useState(() => Date.now())
  const sections = useMemo(() => toListSections(posts, order), [posts, order])
  const [there, setThere] = useState(ROWS_AT_ONCE)
  useEffect(() => {
    if (there >= posts.length) return undefined
    return whenIdle(() => setThere(there + ROWS_AT_ONCE), IDLE_TIMEOUT_MS, NO_IDLE_DELAY_MS)
  }, [there, posts.length])
  return sections.map((section, index) => {
    const before = index === 0 ? 0 : (sections[0]?.rows.length ?? 0)
    return (
      <PostSection
        // The other posts keep their place and whether they are unfolded when the first post becomes excluded.
        key={section.kind === 'excluded' ? 'excluded' : 'others'}
        section={section}
        order={order}
        there={Math.max(0, Math.min(there - before, section.rows.length))}
        hidden={hidden}
        now={now}
        {...given}
      />
    )
  })
}

type PostResultsProps = Omit<ResultRowProps, 'now'> & {
  results: readonly ListedPost[]
  /** The posts that the filters count: reposts are somebody else's. By default all. */
  counted?: readonly ListedPost[]
  order?: ListOrder
}

export const POST_LIST_ELEMENT_ID = 'posts'

export function PostResults({ results, counted = results, order = 'given', ...given }: PostResultsProps) {
  const [hidden, setHidden] = useState<ReadonlySet<PostGroup>>(new Set())
  const counts = useMemo(() => countGroups(counted), [counted])
  const listed = useMemo(() => countGroups(results), [results])
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
      <ResultList posts={results} order={order} hidden={hidden} {...given} />
      <GroupLegend counts={listed} withEvidence={results.some(({ evidence }) => evidence)} />
    </>
  )
}
