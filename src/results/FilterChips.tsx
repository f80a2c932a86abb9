import { GROUPS } from '../../contract/postVerdicts.ts'
import type { Group } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import styles from './FilterChips.module.css'
import type { GroupCounts } from './group.ts'
import { GroupIcon } from './GroupIcon.tsx'

type FilterChipsProps = { counts: GroupCounts; hidden: ReadonlySet<Group>; onToggle: (group: Group) => void }

/** Four checkboxes that look like chips, each with the number of results in its group; an unchecked one is dashed. */
export function FilterChips({ counts, hidden, onToggle }: FilterChipsProps) {
  return (
    <fieldset className={styles['chips']}>
      <legend className="visually-hidden">{resultText.filter.group}</legend>
      {GROUPS.map((group) => (
        <label key={group} className={`${styles['chip']} ${styles[group]}`}>
          <input type="checkbox" checked={!hidden.has(group)} onChange={() => onToggle(group)} />
          <span className={styles['face']}>
            <GroupIcon group={group} />
            {resultText.filter.chip(resultText.badge[group], counts[group])}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
