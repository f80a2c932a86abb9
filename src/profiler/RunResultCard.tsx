import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { createPart } from '../load/createPart.ts'
import { LatePart } from '../load/LatePart.tsx'
import { powText } from '../text/pow.ts'
import { Card } from '../ui/Card.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import type { Result } from './model/runResult.ts'
import styles from './Profiler.module.css'
import { liveAtom } from './run/runAtoms.ts'
import type { Live } from './run/runAtoms.ts'
import { ComparedRuns } from './runs/ComparedRuns.tsx'
import { engineText, runName } from './runs/runName.ts'
import { otherRunAtom, shownRunAtom } from './runs/runsAtoms.ts'
import { median } from './stats/percentile.ts'
import { laneRows, MAIN_ROWS, MORE_ROWS } from './summary/figureRows.ts'
import { FigureTable } from './summary/FigureTable.tsx'
import { FitVerdict } from './summary/FitVerdict.tsx'
import { Headline } from './summary/Headline.tsx'
import { ratesOf } from './summary/ratesOf.ts'

const text = powText.result

/** Charts are loaded separately: nobody needs them to start a run. */
export const chartsPart = createPart(async () => (await import('./charts/Charts.tsx')).Charts)

/** The run under way, else the one that is shown. */
export function RunResultCard() {
  const live = useAtomValue(liveAtom)
  const shown = useAtomValue(shownRunAtom)
  const other = useAtomValue(otherRunAtom)?.result ?? null
  return (
    <Card aria-label={text.title}>
      <h2>{live ? text.partial : text.title}</h2>
      {live && <Partial live={live} />}
      {!live && shown && <Finished result={shown.result} other={other} />}
      {!live && !shown && <p className={styles['muted']}>{text.empty}</p>}
    </Card>
  )
}

function Partial({ live: { settings, trials } }: { live: Live }) {
  const [rate, time] = useMemo(
    () => [ratesOf(trials).all, trials.length > 0 ? median(trials.map((trial) => trial.milliseconds)) : null],
    [trials],
  )
  return (
    <>
      <Headline rate={rate} median={time} />
      <LatePart part={chartsPart} props={{ settings, trials, other: null }} />
    </>
  )
}

function Finished({ result, other }: { result: Result; other: Result | null }) {
  const { settings, trials, summary } = result
  const both = { summary, other: other?.summary ?? null }
  const lanes = laneRows(other ? [summary, other.summary] : [summary])
  const { engine } = summary.startup
  // Easy searches end within their first range, so no range tells their rate: the rate of all lanes stands in.
  const rate = summary.attemptsPerSecond.all ?? summary.scaling.at(-1)?.attemptsPerSecond ?? null
  return (
    <>
      <Headline rate={rate} median={summary.milliseconds?.p50 ?? null} />
      <FitVerdict summary={summary} />
      {other && <ComparedRuns result={result} other={other} />}
      <p className={styles['muted']}>{runName(result)}</p>
      {settings.engine === 'auto' && engine && (
        <p className={styles['muted']}>{text.chosen(engineText(engine))}</p>
      )}
      <FigureTable title={powText.figures.title} rows={MAIN_ROWS} {...both} />
      <LatePart part={chartsPart} props={{ settings, trials, measures: summary, other }} />
      <Disclosure summary={<h3 className={styles['subtitle']}>{powText.figures.more}</h3>}>
        <FigureTable title={powText.figures.more} rows={[...MORE_ROWS, ...lanes]} {...both} />
      </Disclosure>
    </>
  )
}
