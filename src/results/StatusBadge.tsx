import { resultText } from '../text/result.ts'
import type { Group } from '../../contract/postVerdicts.ts'
import { GroupIcon } from './GroupIcon.tsx'
import styles from './StatusBadge.module.css'

/** A post's verdict by colour, sign and words. */
export function StatusBadge({ group }: { group: Group }) {
  return (
    <span className={`${styles['badge']} ${styles[group]}`}>
      <GroupIcon group={group} />
      {resultText.badge[group]}
    </span>
  )
}
