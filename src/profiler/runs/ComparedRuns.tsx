import { useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { powText } from '../../text/pow.ts'
import { download } from '../../files/download.ts'
import { Button } from '../../ui/Button.tsx'
import { figure, likelihood, whole } from '../model/format.ts'
import { RESULT_VERSION } from '../model/runResult.ts'
import type { Result } from '../model/runResult.ts'
import { compare } from './compare.ts'
import type { Speed } from './compare.ts'
import { runName, shortName } from './runName.ts'
import styles from './Runs.module.css'
import { overlayRunAtom } from './runsAtoms.ts'

const text = powText.compare

/** Below this ratio two runs count as equally fast. */
const LEVEL = 1.005

/** The comparison of two runs: in words first, then the figures behind them. */
export function ComparedRuns({ result, other }: { result: Result; other: Result }) {
  const overlay = useSetAtom(overlayRunAtom)
  const { speed, times, same } = useMemo(() => compare(result, other), [result, other])
  const save = () => {
    const content = JSON.stringify({ version: RESULT_VERSION, compared: [result, other] })
    download('pow-comparison.json', new Blob([content], { type: 'application/json' }))
  }
  return (
    <section className={styles['compared']} aria-label={text.title}>
      {speed ? <SpeedWords speed={speed} names={namesOf(result, other)} /> : <p>{text.timesDiffer}</p>}
      <p>{text.with(runName(other))}</p>
      <p>{same ? text.same(whole(same.equal), whole(same.compared)) : text.differ}</p>
      {speed && <p>{text.ks(figure(times.distance), likelihood(times.pValue))}</p>}
      <div className={styles['actions']}>
        <Button onClick={save}>{text.file}</Button>
        <Button onClick={() => overlay(null)}>{text.end}</Button>
      </div>
    </section>
  )
}

function SpeedWords({ speed, names }: { speed: Speed; names: Record<Speed['faster'], string> }) {
  const { faster, times, pValue, significant } = speed
  return (
    <>
      <p className={styles['words']}>
        {times < LEVEL ? text.level : text.faster(names[faster], figure(times))}
      </p>
      <p>
        {significant
          ? text.beyondChance(likelihood(pValue))
          : `${text.chance}（${text.pValue(likelihood(pValue))}）`}
      </p>
    </>
  )
}

/** The names of the two runs; "this" and "other" where both have the same one. */
function namesOf(result: Result, other: Result): Record<Speed['faster'], string> {
  const [left, right] = [shortName(result), shortName(other)]
  return left === right ? { left: text.this, right: text.other } : { left, right }
}
