import { useEffect, useMemo, useState } from 'react'
import { Paragraph, Sentence } from '../../text/Sentence.tsx'
import { powDifficultyText as text } from '../../text/powParts.ts'
import { Card, Disclosure } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/controls.tsx'
import { NumberField } from '../form/fields.tsx'
import { formatWhole } from '../model/format.ts'
import type { RunResult } from '../model/result.ts'
import type { Estimate } from '../stats/intervals.ts'
import { DataTable } from '../summary/FigureTable.tsx'
import { fetchServerDifficulty } from './fetchServerDifficulty.ts'
import {
  TIME_LIMIT_RANGE_MS,
  DEFAULT_TIME_LIMIT_MS,
  difficultyAdvice,
  highestDifficulties,
  intervalText,
  predictSolveTime,
  createTimeModel,
  durationText,
} from './timeModel.ts'
import type { DifficultyAdvice, TimeModel } from './timeModel.ts'
import styles from './DifficultyCard.module.css'

/** The names of colours in layout.css. */
const TONES = { yes: 'ok', unsure: undefined, no: 'excluded', unsolved: 'excluded' } as const

function adviceRow({ difficulty, fits, p95 }: DifficultyAdvice) {
  const interval = p95 && intervalText(p95)
  const time = (
    <>
      <span>{p95 ? durationText(p95.value) : text.never}</span>
      {interval && <small>{interval}</small>}
    </>
  )
  const verdict = (
    <span className={styles['fits']} data-tone={TONES[fits]}>
      <Sentence>{text.fits[fits]}</Sentence>
    </span>
  )
  return { key: String(difficulty), cells: [text.at(difficulty), time, verdict] }
}

type AdviceWordsProps = {
  advice: readonly DifficultyAdvice[]
  found: ReturnType<typeof highestDifficulties>
  limit: number
  /** How long the workers take to start, and what holds without it; null if the times do not include it. */
  start: { time: Estimate; without: readonly DifficultyAdvice[] } | null
}

function AdviceWords({ advice, found: { highest, unsure }, limit, start }: AdviceWordsProps) {
  const startSentence = start ? text.startTakes(durationText(Number(start.time.value.toPrecision(2)))) : ''
  const said = startSentence + (highest === null ? wouldFitSentence(advice, start?.without) : '')
  const ends = text.ends(start !== null, durationText(limit))
  return (
    <output className="stack">
      <span className={`by-phrase bold ${styles['answer']}`}>
        <Sentence>{highest === null ? text.none(ends) : text.highest(ends, highest)}</Sentence>
      </span>
      {unsure !== null && <span>{text.unsure(unsure)}</span>}
      {said && <Sentence>{said}</Sentence>}
    </output>
  )
}

/** Says what would fit where no difficulty does: a search without the start of the workers, or else a longer limit. */
export function wouldFitSentence(
  advice: readonly DifficultyAdvice[],
  without: readonly DifficultyAdvice[] = [],
): string {
  const { highest } = highestDifficulties(without)
  if (highest !== null) return text.withoutStart(highest)
  const [lowest] = advice
  return lowest?.p95 ? text.lowest(lowest.difficulty, durationText(lowest.p95.value)) : ''
}

export function DifficultyCard({ result, title }: { result: RunResult; title: string }) {
  const [limit, setLimit] = useState(DEFAULT_TIME_LIMIT_MS)
  const [first, setFirst] = useState(false)
  const model = useMemo(() => createTimeModel(result), [result])
  const advice = useMemo(() => model && difficultyAdvice(model, limit, first), [model, limit, first])
  const asked = useServerDifficulty()
  if (!model || !advice) return null
  const { startUp } = model
  const found = highestDifficulties(advice)
  // Where no difficulty fits, the sentences above say all that the rows of the table would.
  const listed = found.highest === null ? [] : advice
  const start = first && startUp ? { time: startUp, without: difficultyAdvice(model, limit, false) } : null
  const fitsNone = found.highest === null && found.unsure === null
  // The start was measured once, but it does not fit even if it takes half as long.
  const isHopeless = start !== null && start.time.value > limit * 2
  return (
    <Card aria-label={text.title}>
      <Disclosure
        summary={
          <h2 className="by-phrase">
            <Sentence>{title}</Sentence>
          </h2>
        }
      >
        <div className="stack gap-12 unmuted">
          <AdviceWords advice={advice} found={found} limit={limit} start={start} />
          <Paragraph>{!fitsNone && asked !== null && serverSentence(asked, result, model, first)}</Paragraph>
          <div className={`cluster ${styles['fields']}`}>
            <NumberField {...text.limit} {...TIME_LIMIT_RANGE_MS} value={limit} onChange={setLimit} />
            {startUp && (
              <label className={`checkbox ${styles['first']} ${first ? '' : 'screen-only'}`}>
                <Checkbox checked={first} onChange={setFirst} />
                <span>{text.first}</span>
              </label>
            )}
          </div>
          <Paragraph>{slowerThanModelSentence(result, model, first)}</Paragraph>
          {listed.length > 0 && (
            <DataTable
              title={text.table}
              className={styles['advice']}
              head={Object.values(text.columns)}
              rows={listed.map(adviceRow)}
            />
          )}
        </div>
        <div className={`stack gap-4 muted small dense ${styles['notes']}`}>
          {!found.isKnown && !isHopeless && <p>{start ? text.once : text.unknown}</p>}
          {listed.length > 0 && <p>{text.about(result.settings.lanes)}</p>}
          {startUp?.interval && <p>{text.firstVisit(durationText(startUp.value), intervalText(startUp))}</p>}
          {result.settings.pool === 'cold' && <p>{text.includesStart}</p>}
          {listed.map(
            ({ difficulty, p95, unfound }) =>
              p95 === null && (
                <p key={difficulty}>{text.unfound(difficulty, `${formatWhole((1 - unfound) * 100)}%`)}</p>
              ),
          )}
        </div>
      </Disclosure>
    </Card>
  )
}

/** If the measured time divided by the modelled one is at least this, the measured one is shown first. */
const CLEARLY_LONGER = 1.5
/** With fewer solved keys the slowest twentieth is too small a sample. */
const TRIALS_MIN = 20

/** Returns p95 of the run and of the model, in milliseconds, if the model predicts much less. Returns null if both agree. */
function findSlowerTimes({ settings, summary, trials }: RunResult, model: TimeModel) {
  const modelled = predictSolveTime(model, settings.difficulty, 0.95, false)
  const measured = summary.milliseconds?.p95 ?? null
  if (modelled === null || measured === null || trials.length < TRIALS_MIN) return null
  if (measured < modelled.value * CLEARLY_LONGER) return null
  return { measured, modelled: modelled.value }
}

/**
 * Says how long the searches of the run took, if the model predicts much less. Null if both agree, and with the start of the workers
 * (`first`), which the times of the run do not include.
 */
export function slowerThanModelSentence(result: RunResult, model: TimeModel, first: boolean): string | null {
  const slower = first ? null : findSlowerTimes(result, model)
  if (!slower) return null
  const { measured, modelled } = slower
  return text.measured(result.settings.difficulty, durationText(measured), durationText(modelled))
}

/** Says which difficulty the server asks for, with the time that the model predicts for it, unless the run shows that the model predicts too little. */
export function serverSentence(asked: number, result: RunResult, model: TimeModel, first: boolean): string {
  const isKnown = asked > 0 && findSlowerTimes(result, model) === null
  const time = isKnown ? predictSolveTime(model, asked, 0.95, first) : null
  return text.server(asked, time && durationText(time.value))
}

function useServerDifficulty(): number | null {
  const [difficulty, setDifficulty] = useState<number | null>(null)
  useEffect(() => {
    const left = new AbortController()
    fetchServerDifficulty(left.signal).then(setDifficulty, () => undefined)
    return () => left.abort()
  }, [])
  return difficulty
}
