import { useMemo, useState } from 'react'
import { LatePart } from '../lib/Lazy.tsx'
import { Sentence } from '../text/Sentence.tsx'
import { powText } from '../text/pow.ts'
import { Disclosure } from '../ui/Card.tsx'
import { UnmetSettings } from './UnmetSettings.tsx'
import { chartsPart } from './chartsPart.ts'
import { ChoiceField } from './form/fields.tsx'
import { whole } from './model/format.ts'
import type { Result, Summary } from './model/result.ts'
import { ComparedRuns, ComparedTurns } from './runs/ComparedRuns.tsx'
import { partOf } from './runs/compare.ts'
import { engineText, partNames, runName } from './runs/names.ts'
import { FigureTable, MAIN_ROWS, MORE_ROWS, laneRows } from './summary/FigureTable.tsx'
import { ConditionNotes, FitVerdict, ResultHeadline } from './summary/Headline.tsx'

const text = powText.result

type FinishedRunProps = {
  result: Result
  /** The run that is laid over it. */
  other: Result | null
}

/** A finished run: what it says in words first, then its figures and charts, beside another run or another configuration of its own. */
export function FinishedRun({ result, other }: FinishedRunProps) {
  const names = partNames(result.settings)
  const [turn, setTurn] = useState(1)
  // Charts are made anew for every new object.
  const own = useMemo(() => partOf(result, 0), [result])
  const part = useMemo(() => (result.others.length > 0 ? partOf(result, turn) : null), [result, turn])
  const beside = other ?? part
  const { settings, trials, summary } = own
  const lanes = laneRows(beside ? [own, beside] : [own])
  const table = {
    part: own,
    other: beside,
    names: other ? undefined : ([names[0] ?? '', names[turn] ?? ''] as const),
  }
  const { engine } = summary.startup
  return (
    <>
      <ResultHeadline settings={settings} summary={summary} />
      <FitVerdict summary={summary} />
      <ConditionNotes conditions={result.conditions} busy={summary.busy} />
      <UnmetSettings unmet={result.unmet} />
      {result.others.length > 1 && (
        <ChoiceField
          label={powText.settings.against.label}
          value={String(turn)}
          choices={result.others.map((_, index) => [String(index + 1), names[index + 1] ?? ''] as const)}
          onChange={(value) => setTurn(Number(value))}
        />
      )}
      {result.others.length > 0 && <ComparedTurns result={result} other={turn} />}
      {other && <ComparedRuns result={result} other={other} />}
      <p className="verdict muted">
        <Sentence>{runName(result)}</Sentence>
      </p>
      {settings.engine === 'auto' && engine && <p className="muted">{text.chosen(engineText(engine))}</p>}
      <FigureTable title={powText.figures.title} rows={MAIN_ROWS} {...table} />
      <p className="muted">{powText.figures.intervals}</p>
      <OutlierNote outliers={summary.outliers} />
      <LatePart part={chartsPart} props={{ settings, trials, measures: summary, other: beside }} />
      <Disclosure summary={<h3 className="regular">{powText.figures.more}</h3>}>
        <FigureTable title={powText.figures.more} rows={[...MORE_ROWS, ...lanes]} {...table} />
      </Disclosure>
    </>
  )
}

function OutlierNote({ outliers }: Pick<Summary, 'outliers'>) {
  if (!outliers) return null
  const { lowMild, lowSevere, highMild, highSevere } = outliers
  return (
    <p className="muted">
      {text.outliers(
        whole(highMild + highSevere),
        whole(highSevere),
        whole(lowMild + lowSevere),
        whole(lowSevere),
      )}
    </p>
  )
}
