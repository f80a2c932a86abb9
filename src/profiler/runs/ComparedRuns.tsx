import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { powText } from '../../text/pow.ts'
import { download } from '../../files/download.ts'
import { Button } from '../../ui/Button.tsx'
import { figure, whole } from '../model/format.ts'
import { RESULT_VERSION } from '../model/runResult.ts'
import type { Result } from '../model/runResult.ts'
import { compareRuns, compareTurns } from './compare.ts'
import type { Comparison } from './compare.ts'
import { partNames } from './partNames.ts'
import { runName, shortName } from './runName.ts'
import styles from './Runs.module.css'
import { keptResultsAtom, overlayRunAtom } from './runsAtoms.ts'
import { SpeedWords } from './SpeedWords.tsx'

const text = powText.compare

/** The comparison of two runs: in words first, then the figures behind them. */
export function ComparedRuns({ result, other }: { result: Result; other: Result }) {
  const overlay = useSetAtom(overlayRunAtom)
  const kept = useAtomValue(keptResultsAtom)
  const compared = useMemo(() => compareRuns(result, other, kept), [result, other, kept])
  const save = () => {
    const content = JSON.stringify({ version: RESULT_VERSION, compared: [result, other] })
    download('pow-comparison.json', new Blob([content], { type: 'application/json' }))
  }
  return (
    <section className={styles['compared']} aria-label={text.title}>
      <Found compared={compared} names={namesOf(result, other)} />
      <p>{text.with(runName(other))}</p>
      <div className={styles['actions']}>
        <Button onClick={save}>{text.file}</Button>
        <Button onClick={() => overlay(null)}>{text.end}</Button>
      </div>
    </section>
  )
}

/** The first configuration of a run beside another one, which took turns with it. */
export function ComparedTurns({ result, other }: { result: Result; other: number }) {
  const compared = useMemo(() => compareTurns(result, other), [result, other])
  const names = partNames(result.settings)
  return (
    <section className={styles['compared']} aria-label={text.turnsTitle}>
      <Found compared={compared} names={[names[0] ?? '', names[other] ?? '']} />
    </section>
  )
}

function Found({ compared, names }: { compared: Comparison; names: readonly [string, string] }) {
  const { speed, runs, distance, same } = compared
  return (
    <>
      {speed ? <SpeedWords speed={speed} names={names} runs={runs} /> : <p>{text.timesDiffer}</p>}
      <p>{same ? text.same(whole(same.equal), whole(same.compared)) : text.differ}</p>
      {speed && <p>{text.distance(figure(distance))}</p>}
    </>
  )
}

/** The names of the two runs; "this" and "other" where both have the same one. */
function namesOf(result: Result, other: Result): [string, string] {
  const [left, right] = [shortName(result), shortName(other)]
  return left === right ? [text.this, text.other] : [left, right]
}
