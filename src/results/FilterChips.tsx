import { shownGroups } from '../../contract/postVerdicts.ts'
import type { Group } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import styles from './FilterChips.module.css'
import type { GroupCounts } from './group.ts'
import { GroupIcon } from './GroupIcon.tsx'

type FilterChipsProps = { counts: GroupCounts; hidden: ReadonlySet<Group>; onToggle: (group: Group) => void }

/** Checkboxes that look like chips, on one line that scrolls where it is narrow, each with the number of results in its group; an unchecked one is dashed. */
export function FilterChips({ counts, hidden, onToggle }: FilterChipsProps) {
  return (
    <fieldset className={styles['chips']}>
      <legend className="visually-hidden">{resultText.filter.group}</legend>
      <div className={styles['line']}>
        {fullFirst(counts).map((group) => (
          <label
            key={group}
            className={`${styles['chip']} ${styles[group]}`}
            data-empty={counts[group] === 0}
          >
            <input
              type="checkbox"
              checked={!hidden.has(group)}
              onChange={() => onToggle(group)}
              onFocus={({ currentTarget }) => showWhole(currentTarget)}
            />
            <span className={styles['face']}>
              <GroupIcon group={group} />
              {resultText.filter.chip(resultText.badge[group], counts[group])}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** Browsers leave a chip that is cut off where it is when it gets the focus. */
function showWhole(chip: HTMLElement): void {
  chip.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The excluded posts first, as in the list, and what there is nothing of last. */
function fullFirst(counts: GroupCounts): Group[] {
  const rank = (group: Group) => (counts[group] === 0 ? 2 : group === 'excluded' ? 0 : 1)
  return shownGroups(counts).sort((a, b) => rank(a) - rank(b))
}
