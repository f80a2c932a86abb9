import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyComponent } from '../ui/Lazy.tsx'
import { lazyModule, whenIdle } from '../lib/loadChunk.ts'
import { Paragraph } from '../text/Sentence.tsx'
import { powText } from '../text/pow.ts'
import { powDifficultyText } from '../text/powParts.ts'
import { powRunText } from '../text/powRun.ts'
import { Card, Disclosure } from '../ui/Card.tsx'
import { SaveJsonButton } from '../ui/SaveButtons.tsx'
import { Button } from '../ui/controls.tsx'
import { useFocusOnResult } from '../ui/hooks.tsx'
import styles from './ProfilerPage.module.css'
import { DifficultyCard } from './difficulty/DifficultyCard.tsx'
import { AdjustedSettings } from './form/fields.tsx'
import { formatWhole } from './model/format.ts'
import type { RunResult, RunSummary } from './model/result.ts'
import { COMPARED_RUNS_MIN } from './model/settings.ts'
import { requestOf, startRunAtom } from './run/runAtoms.ts'
import type { RunningState } from './run/runAtoms.ts'
import { ComparedRuns, ComparedTurns, pairNames } from './runs/ComparedRuns.tsx'
import { RUNS_ID } from './runs/RunsCard.tsx'
import { findRepetitions, selectConfiguration } from './runs/compare.ts'
import { engineText, configurationNames, runNameParts, shortRunName } from './runs/names.ts'
import { storedResultsAtom } from './runs/runs.ts'
import { FIGURE_ROWS, FigureTable, eachWorkerRows } from './summary/FigureTable.tsx'
import { AgreementVerdict, RunHeadline, RunOutcome } from './summary/Headline.tsx'
import { perceivedRate, describeSample } from './summary/estimates.ts'

const text = powText.result

const chartsModule = lazyModule(() => import('./charts/Chart.tsx'))
const Charts = lazyComponent(chartsModule, (module) => module.RunCharts)

const sustainedModule = lazyModule(() => import('./sustained/SustainedCard.tsx'))
const SustainedCard = lazyComponent(sustainedModule, (module) => module.SustainedCard)

type FinishedRunProps = {
  result: RunResult
  imported: boolean
  other: RunResult | null
  /** When what is shown changed: it is brought into view then. */
  arrival?: number
  /** Stands below the result. */
  children?: ReactNode
}

export function FinishedRun({ result, imported, other, arrival, children }: FinishedRunProps) {
  const comparison = useFocusOnResult<HTMLHeadingElement>(arrival)
  const [turn, setTurn] = useState(1)
  // Charts are redrawn for every new object, so what they show is memoised.
  const own = useMemo(() => selectConfiguration(result, 0), [result])
  const part = useMemo(
    () => (result.others.length > 0 ? selectConfiguration(result, turn) : null),
    [result, turn],
  )
  const figureNames = useMemo(() => {
    if (other) return pairNames(result, other)
    const configurations = configurationNames(result.settings)
    return part ? [configurations[0] ?? '', configurations[turn] ?? ''] : [powRunText.figures.this]
  }, [result, other, part, turn])
  const { device, time, settings } = runNameParts(result)
  const [name = ''] = figureNames
  // A run of a file may be of another device.
  const subject = imported ? shortRunName(result) : null
  return (
    <>
      {other ? (
        <Card aria-label={powRunText.compare.card}>
          <h2 ref={comparison} tabIndex={-1}>
            {powRunText.compare.card}
          </h2>
          <ComparedRuns result={result} other={other} />
        </Card>
      ) : (
        <Card aria-label={text.title}>
          <h2>{text.titleOf(text.title, subject)}</h2>
          <RunOutcome result={result} imported={imported} arrival={arrival} />
          {part ? (
            <ComparedTurns result={result} other={turn} onTurn={setTurn} />
          ) : (
            <RunHeadline part={own} unknown={text.engineStopped} />
          )}
          <RunActions result={result} imported={imported} />
          <AdjustedSettings unmet={result.unmet} />
          <div className="muted small">
            <Paragraph className="by-phrase">{`${device}・${time}`}</Paragraph>
            <Paragraph className="by-phrase">{settings}</Paragraph>
          </div>
        </Card>
      )}
      {children}
      {result.sustained && <SustainedCard sustained={result.sustained} />}
      <DifficultyCard
        result={result}
        title={text.titleOf(powDifficultyText.title, other || part ? name : subject)}
      />
      <FiguresCard own={own} beside={other ?? part} names={figureNames} />
    </>
  )
}

type FiguresCardProps = {
  own: RunResult
  beside: RunResult | null
  /** One for each of them. */
  names: readonly string[]
}

function FiguresCard({ own, beside, names }: FiguresCardProps) {
  const [drawn, setDrawn] = useState(false)
  // The charts are drawn before they are unfolded, because paper shows them and does not wait for code.
  useEffect(() => whenIdle(() => setDrawn(true)), [])
  const { card, intervals } = powRunText.figures
  const { engine } = own.summary.startup
  const [name = ''] = names
  const rows = [...FIGURE_ROWS, ...eachWorkerRows(beside ? [own, beside] : [own])]
  return (
    <Card>
      <Disclosure summary={<h2>{card}</h2>}>
        <AgreementVerdict summary={own.summary} name={beside ? name : null} />
        <FigureTable title={card} rows={rows} part={own} other={beside} names={names} />
        <p className="small">{intervals}</p>
        {own.settings.engine === 'auto' && engine && (
          <p className="small">{text.chosen(name, engineText(engine))}</p>
        )}
        {own.summary.outliers && <p className="small">{outlierText(name, own.summary.outliers)}</p>}
      </Disclosure>
      <Disclosure summary={<h2>{powRunText.chart.title}</h2>} onOpen={() => setDrawn(true)}>
        {drawn && <Charts run={own} other={beside} names={names} />}
      </Disclosure>
    </Card>
  )
}

type RunActionsProps = { result: RunResult; imported: boolean }

/** What is done next with a run: a comparison needs five of it, and the button says how many are missing. */
function RunActions({ result, imported }: RunActionsProps) {
  const start = useSetAtom(startRunAtom)
  const stored = useAtomValue(storedResultsAtom)
  const missing = COMPARED_RUNS_MIN - findRepetitions(result, stored).length
  const request = requestOf(result)
  return (
    <div className={`screen-only ${styles['actions']}`}>
      {!imported && <Button onClick={() => void start(request)}>{text.again}</Button>}
      {!imported && missing > 0 ? (
        <Button onClick={() => void start(request, missing)}>{text.compareAfter(missing)}</Button>
      ) : (
        <Button onClick={() => document.getElementById(RUNS_ID)?.focus()}>{powText.runs.compare}</Button>
      )}
      <SaveJsonButton short about="pow" time={Date.parse(result.environment.date)} json={() => result} />
    </div>
  )
}

function outlierText(name: string, outliers: NonNullable<RunSummary['outliers']>): string {
  const { lowMild, lowSevere, highMild, highSevere } = outliers
  const [slow, fast] = [formatWhole(highMild + highSevere), formatWhole(lowMild + lowSevere)]
  return text.outliers(name, slow, formatWhole(highSevere), fast, formatWhole(lowSevere))
}

/** Shows the figures of a running measurement so far, without charts: drawing these would disturb what is measured. */
export function LiveRun({ live: { settings, trials } }: { live: RunningState }) {
  const summary = useMemo(() => {
    const found = trials.filter(({ counter }) => counter !== null)
    const times = found.map(({ milliseconds }) => milliseconds)
    const sample = describeSample(times, trials.length - found.length)
    // How coarse the clock is, and so how wide intervals are, is known at the end.
    return { milliseconds: sample && { ...sample, intervals: null }, felt: perceivedRate(trials) }
  }, [trials])
  return <RunHeadline part={{ settings, summary }} unknown={text.engineLater} />
}
