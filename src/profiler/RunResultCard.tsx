import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import { powText } from '../text/pow.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Charts } from './charts/Charts.tsx'
import { compare } from './runs/compare.ts'
import { laneRows, MAIN_ROWS, MORE_ROWS } from './summary/figureRows.ts'
import { FigureTable } from './summary/FigureTable.tsx'
import { figure, likelihood, whole } from './model/format.ts'
import type { Result } from './model/result.ts'
import { liveAtom } from './run/runAtoms.ts'
import { engineText, runName } from './runs/runName.ts'
import { otherRunAtom, overlayRunAtom, shownRunAtom } from './runs/runsAtoms.ts'
import styles from './Profiler.module.css'
import { FitVerdict } from './summary/FitVerdict.tsx'

const text = powText.result

/** The run under way, else the one on show. */
export function RunResultCard() {
  const live = useAtomValue(liveAtom)
  const shown = useAtomValue(shownRunAtom)
  const other = useAtomValue(otherRunAtom)?.result ?? null
  return (
    <Card aria-label={text.title}>
      <h2>{live ? text.partial : text.title}</h2>
      {live && <Charts settings={live.settings} trials={live.trials} other={null} />}
      {!live && shown && <Finished result={shown.result} other={other} />}
      {!live && !shown && <p className={styles['muted']}>{text.empty}</p>}
    </Card>
  )
}

function Finished({ result, other }: { result: Result; other: Result | null }) {
  const { settings, trials, summary } = result
  const both = { summary, other: other?.summary ?? null }
  const lanes = laneRows(other ? [summary, other.summary] : [summary])
  return (
    <>
      <p className={styles['muted']}>{runName(result)}</p>
      {settings.engine === 'auto' && summary.startup.engine && (
        <p className={styles['muted']}>{text.chosen(engineText(summary.startup.engine))}</p>
      )}
      <FitVerdict summary={summary} />
      {other && <Compared result={result} other={other} />}
      <FigureTable title={powText.figures.title} rows={MAIN_ROWS} {...both} />
      <Charts settings={settings} trials={trials} scaling={summary.scaling} other={other} />
      <Disclosure summary={<h3 className={styles['subtitle']}>{powText.figures.more}</h3>}>
        <FigureTable title={powText.figures.more} rows={[...MORE_ROWS, ...lanes]} {...both} />
      </Disclosure>
    </>
  )
}

function Compared({ result, other }: { result: Result; other: Result }) {
  const overlay = useSetAtom(overlayRunAtom)
  const { times, same } = useMemo(() => compare(result, other), [result, other])
  const words = powText.compare
  return (
    <section className={styles['compared']} aria-label={words.title}>
      <p>{words.with(runName(other))}</p>
      <p>{same ? words.same(whole(same.equal), whole(same.compared)) : words.differ}</p>
      <p>{words.ks(figure(times.distance), likelihood(times.pValue))}</p>
      <Button onClick={() => overlay(null)}>{words.end}</Button>
    </section>
  )
}
