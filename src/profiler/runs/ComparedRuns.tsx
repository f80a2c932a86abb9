import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { Paragraph } from '../../text/Sentence.tsx'
import { powRunText } from '../../text/powRun.ts'
import { useSavedFile } from '../../ui/SaveButtons.tsx'
import { Button } from '../../ui/controls.tsx'
import { formatFigure, formatRatio, formatWhole } from '../model/format.ts'
import { RESULT_FORMAT_VERSION } from '../model/result.ts'
import type { RunResult } from '../model/result.ts'
import { COMPARED_RUNS_MIN } from '../model/settings.ts'
import styles from './Runs.module.css'
import { compareRuns, compareTurns } from './compare.ts'
import type { RunComparison, SpeedComparison } from './compare.ts'
import { configurationNames, engineRate, runName, shortRunName } from './names.ts'
import { storedResultsAtom, setOtherRunAtom } from './runs.ts'

const text = powRunText.compare

type Names = readonly [left: string, right: string]

function speedSentence(
  speed: SpeedComparison,
  { runs, sameDevice }: RunComparison,
  names: Names,
  rates: number | null,
): string {
  const { method, faster, ratio: times, interval } = speed
  // `few`: no number of separate runs tells anything of one device, nor does a run with too few turns.
  if (method === 'few')
    return runs === null ? text.tooShort : sameDevice ? text.sameDevice : text.notYet(...runs)
  if (faster === null || interval === null) return text.level(rates === null ? null : formatRatio(rates))
  const [low, high] = interval
  return faster === 'right'
    ? text.faster(names[1], formatRatio(times), formatRatio(low), formatRatio(high))
    : text.faster(names[0], formatRatio(1 / times), formatRatio(1 / high), formatRatio(1 / low))
}

export function ComparedRuns({ result, other }: { result: RunResult; other: RunResult }) {
  const overlay = useSetAtom(setOtherRunAtom)
  const kept = useAtomValue(storedResultsAtom)
  const compared = useMemo(() => compareRuns(result, other, kept), [result, other, kept])
  const { save, saved } = useSavedFile()
  const saveComparison = () => {
    const content = JSON.stringify({ version: RESULT_FORMAT_VERSION, compared: [result, other] })
    save('pow-comparison.json', new Blob([content], { type: 'application/json' }))
  }
  return (
    <section className="stack" aria-label={text.title}>
      <Found compared={compared} names={pairNames(result, other)} rates={engineRateRatio(result, other)} />
      <Paragraph>{text.with(runName(other))}</Paragraph>
      <div className="cluster">
        <Button onClick={saveComparison}>{text.file}</Button>
        <Button onClick={() => overlay(null)}>{text.end}</Button>
      </div>
      {saved}
    </section>
  )
}

export function ComparedTurns({ result, other }: { result: RunResult; other: number }) {
  const compared = useMemo(() => compareTurns(result, other), [result, other])
  const names = configurationNames(result.settings)
  return (
    <section className="stack" aria-label={text.turnsTitle}>
      <Found compared={compared} names={[names[0] ?? '', names[other] ?? '']} rates={null} />
    </section>
  )
}

type FoundProps = { compared: RunComparison; names: Names; rates: number | null }

function Found({ compared, names, rates }: FoundProps) {
  const { speed, same, runs, sameDevice } = compared
  const answers = <p>{same ? text.same(formatWhole(same.equal), formatWhole(same.compared)) : text.differ}</p>
  if (!speed) {
    return (
      <>
        <p>{text.timesDiffer}</p>
        {answers}
      </>
    )
  }
  const { method, interval, noise, faster } = speed
  const excludesOne = interval !== null && (interval[0] > 1 || interval[1] < 1)
  return (
    <>
      <Paragraph className={`by-phrase bold ${styles['difference']}`}>
        {speedSentence(speed, compared, names, rates)}
      </Paragraph>
      {interval && faster === null && (
        <p>
          {text.observed(
            ...names,
            formatRatio(1 / speed.ratio),
            formatRatio(1 / interval[1]),
            formatRatio(1 / interval[0]),
          )}
        </p>
      )}
      {!interval && <p>{text.seen(...names, formatRatio(1 / speed.ratio))}</p>}
      <p className="muted">
        {method !== 'few' && <span>{text[method]}</span>}
        {method === 'few' && runs !== null && !sameDevice && (
          <span>{text.few(COMPARED_RUNS_MIN - Math.min(...runs))}</span>
        )}
        {noise !== null && <span>{text.noise[method](formatFigure((noise - 1) * 100))}</span>}
        {faster === null && excludesOne && <span>{text.withinNoise}</span>}
      </p>
      {answers}
    </>
  )
}

/** Returns how many times faster the right run searches; null if it is unknown or about the same. */
function engineRateRatio(left: RunResult, right: RunResult): number | null {
  const [own, other] = [engineRate(left), engineRate(right)]
  if (own === null || other === null) return null
  const times = other / own
  return Math.abs(Math.log(times)) < Math.log(DIFFERENT_RATIO_MIN) ? null : times
}

/** From this ratio of rates on, the page says that they differ. */
const DIFFERENT_RATIO_MIN = 1.1

function pairNames(result: RunResult, other: RunResult): [string, string] {
  const [left, right] = [shortRunName(result), shortRunName(other)]
  return left === right ? [text.this, text.other] : [left, right]
}
