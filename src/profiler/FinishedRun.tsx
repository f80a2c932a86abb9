import { useMemo, useState } from 'react'
import { LatePart } from '../lib/Lazy.tsx'
import { createPart } from '../lib/loadChunk.ts'
import { Sentence } from '../text/Sentence.tsx'
import { powText } from '../text/pow.ts'
import { Disclosure } from '../ui/Card.tsx'
import styles from './Profiler.module.css'
import { UnmetSettings } from './form/UnmetSettings.tsx'
import { ChoiceField } from './form/fields.tsx'
import { whole } from './model/format.ts'
import type { Result, Summary } from './model/result.ts'
import type { Live } from './run/runAtoms.ts'
import { ComparedRuns, ComparedTurns } from './runs/ComparedRuns.tsx'
import { partOf } from './runs/compare.ts'
import { engineText, partNames, runName } from './runs/names.ts'
import { FigureTable, MAIN_ROWS, MORE_ROWS, laneRows } from './summary/FigureTable.tsx'
import { ConditionNotes, FitVerdict, Headline, ResultHeadline } from './summary/Headline.tsx'
import { feltRate, spreadOf } from './summary/fit.ts'

const text = powText.result

/** Nobody needs charts to read the figures. */
export const chartsPart = createPart(async () => (await import('./charts/Chart.tsx')).Charts)

type FinishedRunProps = {
  result: Result
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
  const { settings, summary } = own
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
      <p className={`verdict ${styles['muted']}`}>
        <Sentence>{runName(result)}</Sentence>
      </p>
      {settings.engine === 'auto' && engine && (
        <p className={styles['muted']}>{text.chosen(engineText(engine))}</p>
      )}
      <FigureTable title={powText.figures.title} rows={MAIN_ROWS} {...table} />
      <p className={styles['muted']}>{powText.figures.intervals}</p>
      <OutlierNote outliers={summary.outliers} />
      <LatePart part={chartsPart} props={{ run: own, other: beside }} />
      <Disclosure summary={<h3 className={styles['subtitle']}>{powText.figures.more}</h3>}>
        <FigureTable
          title={powText.figures.more}
          rows={[...MORE_ROWS, ...laneRows(beside ? [own, beside] : [own])]}
          {...table}
        />
      </Disclosure>
    </>
  )
}

function OutlierNote({ outliers }: Pick<Summary, 'outliers'>) {
  if (!outliers) return null
  const { lowMild, lowSevere, highMild, highSevere } = outliers
  const counts = [highMild + highSevere, highSevere, lowMild + lowSevere, lowSevere] as const
  const [slow, verySlow, fast, veryFast] = counts
  return (
    <p className={styles['muted']}>
      {text.outliers(whole(slow), whole(verySlow), whole(fast), whole(veryFast))}
    </p>
  )
}

/** A run under way: its figures so far. Charts would disturb what is measured. */
export function LiveRun({ live: { settings, trials } }: { live: Live }) {
  const [felt, median] = useMemo(() => {
    const found = trials.filter(({ counter }) => counter !== null)
    const times = found.map(({ milliseconds }) => milliseconds)
    const spread = spreadOf(times, trials.length - found.length)
    const felt = feltRate(trials)
    return [
      { value: felt?.attemptsPerSecond ?? null, interval: felt?.interval ?? null },
      { value: spread?.p50 ?? null, interval: spread?.intervals?.p50 ?? null },
    ]
  }, [trials])
  return (
    <Headline
      lanes={settings.lanes}
      engine={{ value: null }}
      unknown={text.engineLater}
      median={median}
      felt={felt}
    />
  )
}
