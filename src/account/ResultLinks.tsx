import { useAtomValue } from 'jotai'
import { HowLink } from '../results/HowLink.tsx'
import { guideText } from '../text/guide.ts'
import { logText } from '../text/log.ts'
import { Link } from '../ui/Link.tsx'
import styles from './ResultLinks.module.css'
import { sinceLastAtom } from './sinceLastAtoms.ts'

/** Where a result leads: to X's own report, which knows what the four items do not, to what the answer rests on, and to the log. */
export function ResultLinks({ isShareable }: { isShareable: boolean }) {
  const isKept = useAtomValue(sinceLastAtom)?.outcome === 'kept'
  return (
    <div className={styles['links']}>
      {isShareable && (
        <p>
          <Link to="/report" className="touchable">
            {guideText.report}
          </Link>
        </p>
      )}
      <HowLink />
      <p className={styles['log']} data-kept={isKept}>
        <Link to="/log" className="touchable">
          {logText.h1}
        </Link>
      </p>
    </div>
  )
}
