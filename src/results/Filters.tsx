import { groupsToShow } from '../../contract/outcomes.ts'
import type { PostGroup } from '../../contract/outcomes.ts'
import { resultText } from '../text/result.ts'
import { Paragraph } from '../text/Sentence.tsx'
import { ExclusionCauses } from './evidence/Evidence.tsx'
import { joinSentences } from './evidence/evidence.ts'
import type { CommonNote } from './evidence/evidence.ts'
import { groupStyle } from './groups.ts'
import type { GroupCounts } from './posts.ts'
import styles from './Filters.module.css'

export function GroupIcon({ group }: { group: PostGroup }) {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true">
      <path
        d={groupStyle(group).icon}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type FilterChipsProps = {
  counts: GroupCounts
  hidden: ReadonlySet<PostGroup>
  onToggle: (group: PostGroup) => void
}

export function GroupFilterChips({ counts, hidden, onToggle }: FilterChipsProps) {
  return (
    <fieldset className="screen-only">
      <legend className="visually-hidden">{resultText.filter.group}</legend>
      <div className={styles['line']}>
        {groupsToShow(counts).map((group) => (
          <label
            key={group}
            className={`touchable ${styles['chip']}`}
            data-tone={groupStyle(group).tone}
            data-empty={counts[group] === 0}
          >
            <input type="checkbox" checked={!hidden.has(group)} onChange={() => onToggle(group)} />
            <span className={`bold tabular ${styles['label']}`}>
              {resultText.filter.chip(resultText.badge[group], counts[group])}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type GroupLegendProps = { counts: GroupCounts; withEvidence: boolean; notes: readonly CommonNote[] }

/** Explains the groups, and says of each what all of its posts have in common. */
export function GroupLegend({ counts, withEvidence, notes }: GroupLegendProps) {
  return (
    <div className={`stack ${styles['legend']}`}>
      <h3>{resultText.legend}</h3>
      <ul className="stack plain">
        {groupsToShow(counts).map((group) => {
          const { tone, legend, legendWithEvidence } = groupStyle(group)
          const note = notes.find((note) => note.group === group)
          return (
            <li key={group} className={styles['legendLine']} data-tone={tone}>
              <GroupIcon group={group} />
              <div>
                <p>{(withEvidence && legendWithEvidence) || legend}</p>
                <Paragraph className="muted small">{note && joinSentences(note.sentences)}</Paragraph>
                {group === 'excluded' && counts.excluded > 0 && <ExclusionCauses />}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
