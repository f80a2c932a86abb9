import { useEffect, useMemo, useState } from 'react'
import { lazyComponent } from '../ui/Lazy.tsx'
import { lazyModule, whenIdle } from '../lib/loadChunk.ts'
import { Paragraph } from '../text/Sentence.tsx'
import { powText } from '../text/pow.ts'
import { powRunText } from '../text/powRun.ts'
import { Card, Disclosure } from '../ui/Card.tsx'
import { DifficultyCard } from './difficulty/DifficultyCard.tsx'
import { AdjustedSettings, ChoiceField } from './form/fields.tsx'
import { formatWhole } from './model/format.ts'
import type { RunResult, RunSummary } from './model/result.ts'
import type { RunningState } from './run/runAtoms.ts'
import { ComparedRuns, ComparedTurns } from './runs/ComparedRuns.tsx'
import { selectConfiguration } from './runs/compare.ts'
import { engineText, configurationNames, runNameParts } from './runs/names.ts'
import { FigureTable, MAIN_FIGURE_ROWS, MORE_FIGURE_ROWS, eachWorkerRows } from './summary/FigureTable.tsx'
import { ConditionNotes, RunEndingLine, AgreementVerdict, RunHeadline } from './summary/Headline.tsx'
import { perceivedRate, describeSample } from './summary/estimates.ts'

const text = powText.result

const chartsModule = lazyModule(() => import('./charts/Chart.tsx'))
const Charts = lazyComponent(chartsModule, (module) => module.RunCharts)

const sustainedModule = lazyModule(() => import('./sustained/SustainedCard.tsx'))
const SustainedCard = lazyComponent(sustainedModule, (module) => module.SustainedCard)

type FinishedRunProps = {
  result: RunResult
  other: RunResult | null
  arrival?: number | undefined
}

export function FinishedRun({ result, other, arrival }: FinishedRunProps) {
  const names = configurationNames(result.settings)
  const [turn, setTurn] = useState(1)
  // The result is memoised, because charts are redrawn for every new object.
  const own = useMemo(() => selectConfiguration(result, 0), [result])
  const part = useMemo(
    () => (result.others.length > 0 ? selectConfiguration(result, turn) : null),
    [result, turn],
  )
  const beside = other ?? part
  const { settings, summary } = own
  const { engine } = summary.startup
  return (
    <>
      <Card aria-label={text.title}>
        <h2>{text.title}</h2>
        <RunEndingLine result={result} arrival={arrival} />
        <RunHeadline part={own} unknown={text.engineStopped} />
        <ConditionNotes result={result} />
        <AdjustedSettings unmet={result.unmet} />
        <div className="stack gap-4 muted small">
          {runNameParts(result).map((part) => (
            <Paragraph key={part} className="by-phrase">
              {part}
            </Paragraph>
          ))}
          {settings.engine === 'auto' && engine && <p>{text.chosen(engineText(engine))}</p>}
        </div>
      </Card>
      {beside && (
        <Card aria-label={powRunText.compare.card}>
          <h2>{powRunText.compare.card}</h2>
          {result.others.length > 1 && (
            <ChoiceField
              label={powText.settings.against.label}
              value={String(turn)}
              choices={result.others.map((_, index) => [String(index + 1), names[index + 1] ?? ''] as const)}
              onChange={(value) => setTurn(Number(value))}
            />
          )}
          {part && <ComparedTurns result={result} other={turn} />}
          {other && <ComparedRuns result={result} other={other} />}
        </Card>
      )}
      {result.sustained && <SustainedCard sustained={result.sustained} />}
      <DifficultyCard result={result} />
      <FiguresCard
        own={own}
        beside={beside}
        names={other || !part ? undefined : [names[0] ?? '', names[turn] ?? '']}
      />
    </>
  )
}

type FiguresCardProps = {
  own: RunResult
  beside: RunResult | null
  names: readonly [string, string] | undefined
}

function FiguresCard({ own, beside, names }: FiguresCardProps) {
  const [drawn, setDrawn] = useState(false)
  // The charts are drawn before they are unfolded, because paper shows them and does not wait for code.
  useEffect(() => whenIdle(() => setDrawn(true)), [])
  const { card, title, intervals, more } = powRunText.figures
  const table = { part: own, other: beside, names }
  const rows = [...MORE_FIGURE_ROWS, ...eachWorkerRows(beside ? [own, beside] : [own])]
  const fold = (words: string) => <h3 className="medium">{words}</h3>
  return (
    <Card aria-label={card}>
      <h2>{card}</h2>
      <AgreementVerdict summary={own.summary} />
      <FigureTable title={title} rows={MAIN_FIGURE_ROWS} {...table} />
      <p className="muted">{intervals}</p>
      <Disclosure summary={fold(powRunText.chart.title)} onOpen={() => setDrawn(true)}>
        {drawn && <Charts run={own} other={beside} />}
      </Disclosure>
      <Disclosure summary={fold(more)}>
        <FigureTable title={more} rows={rows} {...table} />
        {own.summary.outliers && <p className="muted">{outlierText(own.summary.outliers)}</p>}
      </Disclosure>
    </Card>
  )
}

function outlierText({
  lowMild,
  lowSevere,
  highMild,
  highSevere,
}: NonNullable<RunSummary['outliers']>): string {
  const [slow, fast] = [formatWhole(highMild + highSevere), formatWhole(lowMild + lowSevere)]
  return text.outliers(slow, formatWhole(highSevere), fast, formatWhole(lowSevere))
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
