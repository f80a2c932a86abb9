import { shownGroups } from '../../contract/outcomes.ts'
import type { Group } from '../../contract/outcomes.ts'
import { resultText } from '../text/result.ts'
import { Disclosure } from '../ui/Card.tsx'
import type { GroupCounts } from './posts.ts'
import styles from './Filters.module.css'

const PATHS = {
  ok: 'M3 8.5 6.5 12 13 4.5',
  excluded: 'M4 4l8 8M12 4l-8 8',
  quote: 'M6.5 4.5C4.5 5.5 3.5 7 3.5 9v2.5H7V8H4.5M13 4.5c-2 1-3 2.5-3 4.500v2.500h3.500V8H11',
  restricted: 'M4 7.5h8V13H4zM5.500 7.500V5.500a2.500 2.500 0 0 1 5 0v2',
  unsearched: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9M10.500 10.500 14 14',
  error: 'M8 3v6.500M8 12.400v.100',
} as const satisfies Record<Group, string>

/** The icon of a group, in the colour of the text beside it. */
export function GroupIcon({ group }: { group: Group }) {
  return (
    <svg viewBox="0 0 16 16" width="1em" height="1em" aria-hidden="true">
      <path
        d={PATHS[group]}
        fill="none"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

type FilterChipsProps = { counts: GroupCounts; hidden: ReadonlySet<Group>; onToggle: (group: Group) => void }

/** Checkboxes that look like chips, each with the number of results in its group; an unchecked one is dashed. */
export function FilterChips({ counts, hidden, onToggle }: FilterChipsProps) {
  return (
    <fieldset className="screen-only">
      <legend className="visually-hidden">{resultText.filter.group}</legend>
      <div className={styles['line']}>
        {fullFirst(counts).map((group) => (
          <label
            key={group}
            className={`tone-${group} touchable ${styles['chip']}`}
            data-empty={counts[group] === 0}
          >
            <input type="checkbox" checked={!hidden.has(group)} onChange={() => onToggle(group)} />
            <span className={`bold tabular ${styles['face']}`}>
              <GroupIcon group={group} />
              {resultText.filter.chip(resultText.badge[group], counts[group])}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The excluded posts first, as in the list, and what there is nothing of last. */
function fullFirst(counts: GroupCounts): Group[] {
  const rank = (group: Group) => (counts[group] === 0 ? 2 : group === 'excluded' ? 0 : 1)
  return shownGroups(counts).sort((a, b) => rank(a) - rank(b))
}

type LegendProps = { counts: GroupCounts; withEvidence: boolean }

/** What the verdicts of a list mean, collapsed until asked for. With evidence some of them mean more. */
export function Legend({ counts, withEvidence }: LegendProps) {
  const words = { ...resultText.legend, ...(withEvidence && resultText.legendWithEvidence) }
  return (
    <div className={styles['legend']}>
      <Disclosure summary={<strong className="medium">{resultText.legend.title}</strong>}>
        <ul className="stack plain">
          {shownGroups(counts).map((group) => (
            <li key={group} className={`tone-${group} ${styles['legendLine']}`}>
              <GroupIcon group={group} />
              {words[group]}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
