import { useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Group } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import { Announcer } from '../ui/Announcer.tsx'
import { Button } from '../ui/Button.tsx'
import { commonNotes } from './evidence/commonNotes.ts'
import { ExclusionCauses } from './evidence/ExclusionCauses.tsx'
import styles from './PostSection.module.css'
import type { RowProps } from './ResultRow.tsx'
import { RowLists } from './RowLists.tsx'
import { SectionNotes } from './SectionNotes.tsx'
import { foldedFrom } from './sectionsOf.ts'
import type { Order, Section } from './sectionsOf.ts'

type PostSectionProps = RowProps & {
  section: Section
  order: Order
  /** How many of its rows are on the page yet. */
  there: number
  hidden: ReadonlySet<Group>
}

const words = resultText.list

/** A part of the list with its heading and what its rows have in common: ten rows and, after a press, all of them. */
export function PostSection({ section, order, there, hidden, ...given }: PostSectionProps) {
  const { kind, rows } = section
  const [isOpen, setIsOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const notes = useMemo(() => commonNotes(rows, given.now), [rows, given.now])
  const isShown = ({ group }: { group: Group }) => !hidden.has(group)
  const end = isOpen ? rows.length : foldedFrom(rows, hidden)
  const folded = rows.slice(end).filter(isShown)
  const total = rows.filter(isShown).length
  const open = () => {
    flushSync(() => setIsOpen(true))
    // The button is gone: what it was pressed for has the focus.
    place.current?.querySelector<HTMLElement>(`[data-row="${folded[0]?.id}"]`)?.focus()
  }
  return (
    <div ref={place} hidden={total === 0} data-section={kind}>
      {kind !== 'all' && <h3 className={styles['heading']}>{headingOf(section, order)}</h3>}
      <SectionNotes notes={notes} hidden={hidden} kind={kind} />
      <RowLists rows={rows} there={there} end={end} hidden={hidden} notes={notes} {...given} />
      {folded.length > 0 && (
        <div className={styles['more']}>
          <Button wide onClick={open}>
            {words.more(folded.length)}
          </Button>
        </div>
      )}
      {kind === 'excluded' && <ExclusionCauses />}
      <Announcer>{isOpen ? words.moreShown(total) : ''}</Announcer>
    </div>
  )
}

function headingOf({ kind, rows }: Section, order: Order): string {
  if (kind === 'excluded') return words.excluded(rows.length)
  return order === 'newest' ? words.othersNewestFirst(rows.length) : words.others(rows.length)
}
