import { groupsToShow } from '../../contract/outcomes.ts'
import type { PostGroup } from '../../contract/outcomes.ts'
import { resultText } from '../text/result.ts'
import { Disclosure } from '../ui/Card.tsx'
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
        {fullFirst(counts).map((group) => (
          <label
            key={group}
            className={`touchable ${styles['chip']}`}
            data-tone={groupStyle(group).tone}
            data-empty={counts[group] === 0}
          >
            <input type="checkbox" checked={!hidden.has(group)} onChange={() => onToggle(group)} />
            <span className={`bold tabular ${styles['label']}`}>
              <GroupIcon group={group} />
              {resultText.filter.chip(resultText.badge[group], counts[group])}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function fullFirst(counts: GroupCounts): PostGroup[] {
  const rank = (group: PostGroup) => (counts[group] === 0 ? 2 : group === 'excluded' ? 0 : 1)
  return groupsToShow(counts).sort((a, b) => rank(a) - rank(b))
}

export function GroupLegend({ counts, withEvidence }: { counts: GroupCounts; withEvidence: boolean }) {
  return (
    <div className={styles['legend']}>
      <Disclosure summary={<strong className="medium">{resultText.legend}</strong>}>
        <ul className="stack plain">
          {groupsToShow(counts).map((group) => {
            const { tone, legend, legendWithEvidence } = groupStyle(group)
            return (
              <li key={group} className={styles['legendLine']} data-tone={tone}>
                <GroupIcon group={group} />
                {(withEvidence && legendWithEvidence) || legend}
              </li>
            )
          })}
        </ul>
      </Disclosure>
    </div>
  )
}
