import { GROUPS } from '../../contract/postVerdicts.ts'
import { resultText } from '../text/result.ts'
import { Disclosure } from '../ui/Disclosure.tsx'
import { GroupIcon } from './GroupIcon.tsx'
import styles from './Legend.module.css'

/** What the four verdicts mean, collapsed until asked for. */
export function Legend() {
  return (
    <div className={styles['legend']}>
      <Disclosure summary={<strong className={styles['title']}>{resultText.legend.title}</strong>}>
        <ul className={styles['lines']}>
          {GROUPS.map((group) => (
            <li key={group} className={`${styles['line']} ${styles[group]}`}>
              <GroupIcon group={group} />
              {resultText.legend[group]}
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  )
}
