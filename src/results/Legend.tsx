import { shownGroups } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import type { GroupCounts } from './group.ts'
import { GroupIcon } from './GroupIcon.tsx'
import styles from './Legend.module.css'

type LegendProps = { counts: GroupCounts; withEvidence: boolean }

/** What the verdicts of a list mean, collapsed until asked for. With evidence some of them mean more. */
export function Legend({ counts, withEvidence }: LegendProps) {
  const words = { ...resultText.legend, ...(withEvidence && resultText.legendWithEvidence) }
  return (
    <div className={styles['legend']}>
      <Disclosure summary={<strong className={styles['title']}>{resultText.legend.title}</strong>}>
        <ul className={styles['lines']}>
          {shownGroups(counts).map((group) => (
            <li key={group} className={`${styles['line']} ${styles[group]}`}>
              <GroupIcon group={group} />
              {words[group]}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
