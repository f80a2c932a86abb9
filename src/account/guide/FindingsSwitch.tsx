import { useAtom, useAtomValue } from 'jotai'
import { guideText } from '../../text/guide.ts'
import styles from './Guide.module.css'
import { ownFindingsAtom } from './findingAtoms.ts'
import { showsFindingsAtom } from './guideAtoms.ts'

/** Lets the visitor put what they saw into the result's picture; shown once there is something. */
export function FindingsSwitch() {
  const [shows, setShows] = useAtom(showsFindingsAtom)
  const findings = useAtomValue(ownFindingsAtom)
  if (Object.keys(findings).length === 0) return null
  return (
    <label className={styles['switch']}>
      <input type="checkbox" checked={shows} onChange={(event) => setShows(event.target.checked)} />
      {guideText.guided.inPicture}
    </label>
  )
}
