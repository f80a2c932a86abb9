import { useAtomValue } from 'jotai'
import { createPart } from '../load/createPart.ts'
import { LatePart } from '../load/LatePart.tsx'
import { powText } from '../text/pow.ts'
import { Card } from '../ui/Card.tsx'
import styles from './Profiler.module.css'
import { liveAtom } from './run/runAtoms.ts'
import { otherRunAtom, shownRunAtom } from './runs/runsAtoms.ts'

const text = powText.result

/** Nobody needs the figures to start a run. */
export const livePart = createPart(async () => (await import('./LiveRun.tsx')).LiveRun)
export const finishedPart = createPart(async () => (await import('./FinishedRun.tsx')).FinishedRun)

/** The run under way, else the one that is shown. */
export function RunResultCard() {
  const live = useAtomValue(liveAtom)
  const shown = useAtomValue(shownRunAtom)
  const other = useAtomValue(otherRunAtom)?.result ?? null
  return (
    <Card aria-label={text.title}>
      <h2>{live ? text.partial : text.title}</h2>
      {live && <LatePart part={livePart} props={{ live }} />}
      {!live && shown && (
        <LatePart key={shown.id} part={finishedPart} props={{ result: shown.result, other }} />
      )}
      {!live && !shown && <p className={styles['muted']}>{text.empty}</p>}
    </Card>
  )
}
