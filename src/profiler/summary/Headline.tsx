import type { ReactNode } from 'react'
import { Sentence } from '../../text/Sentence.tsx'
import { powText } from '../../text/pow.ts'
import { powRunText } from '../../text/powRun.ts'
import { LineList } from '../../ui/Card.tsx'
import { useFocusOnResult } from '../../ui/hooks.tsx'
import { endingOfRun } from '../automation/automation.ts'
import type { RunEnding } from '../automation/automation.ts'
import { formatFigure, formatLikelihood, formatWhole } from '../model/format.ts'
import type { RunConditions, RunResult, RunSummary } from '../model/result.ts'
import { sum } from '../stats/sample.ts'
import { HEADLINE_FIGURE_ROWS, formatValues } from './FigureTable.tsx'
import type { RunColumn } from './FigureTable.tsx'
import { isClockCoarse } from './estimates.ts'
import { isDeviceBusy } from './summarise.ts'
import styles from './Headline.module.css'

const text = powRunText.conditions

/** The notes do not compare the start with the end, because both are moments of a fluctuating rate: a difference between them is no evidence of a change. */
function conditionNotes(conditions: RunConditions | null, busy: boolean, advice: string): string[] {
  const of = (wanted: string) =>
    (conditions?.disturbances ?? []).flatMap(({ kind, milliseconds }) =>
      kind === wanted ? [milliseconds] : [],
    )
  const [hidden, frozen] = [sum(of('hidden')), sum(of('frozen'))]
  const steal = conditions?.steal ?? null
  return [
    ...(hidden > 0 ? [text.hidden(seconds(hidden))] : []),
    ...(frozen > 0 ? [text.frozen(seconds(frozen))] : []),
    ...of('clock').map((jump) => (jump > 0 ? text.forward(seconds(jump)) : text.back(seconds(-jump)))),
    ...(conditions?.wakeLock === 'lost' && hidden === 0 ? [text.dark] : []),
    ...(isDeviceBusy(steal) && steal !== null
      ? [text.busy(formatWhole(steal * 100)) + advice]
      : busy
        ? [text.busyUnknown + advice]
        : []),
  ]
}

const seconds = (milliseconds: number) =>
  milliseconds < 10_000 ? formatFigure(Math.round(milliseconds / 100) / 10) : formatWhole(milliseconds / 1000)

const resultText = powText.result

/** A sign, and the name of its colours in layout.css. */
type Sign = [letter: string, tone: string]

const ENDING_SIGNS: Record<Exclude<RunEnding, 'failed'>, Sign> = {
  agrees: ['✓', 'ok'],
  wrong: ['✕', 'excluded'],
  unsure: ['？', 'warning'],
  disturbed: ['！', 'warning'],
  stopped: ['！', 'warning'],
}

function Signed({ sign: [letter, tone], children }: { sign: Sign; children: ReactNode }) {
  return (
    <div className={styles['agreement']}>
      <span className={styles['sign']} data-tone={tone} aria-hidden="true">
        {letter}
      </span>
      {children}
    </div>
  )
}

type RunOutcomeProps = {
  result: RunResult
  /** The run may be of another device, so that nothing can be advised. */
  imported: boolean
  /** When a run of this visit ended: it is brought into view then. */
  arrival: number | undefined
}

/** Whether a run has too few trials to say that it is right. */
export const isTooShort = (run: RunResult) =>
  endingOfRun(run) === 'unsure' &&
  [run, ...run.others].some(({ summary }) => summary.agreement.verdict === 'few')

/** How a run ended, and what disturbed it. */
export function RunOutcome({ result, imported, arrival }: RunOutcomeProps) {
  const title = useFocusOnResult<HTMLHeadingElement>(arrival)
  const ending = endingOfRun(result)
  const { conditions, summary, environment } = result
  const { clockResolution } = environment
  const notes = [
    ...(isTooShort(result) ? [text.few + (imported ? '' : text.more)] : []),
    ...conditionNotes(conditions, summary.busy, imported ? '' : text.again),
    ...(isClockCoarse(clockResolution) ? [text.clock(formatFigure(clockResolution))] : []),
  ]
  return (
    <Signed sign={ENDING_SIGNS[ending]}>
      <div>
        <h3 ref={title} tabIndex={-1} className={`by-phrase ${styles['title']}`}>
          <Sentence>{resultText.ending[ending]}</Sentence>
        </h3>
        {notes.length > 0 && <LineList className="plain small" lines={notes} />}
      </div>
    </Signed>
  )
}

const SIGNS: Record<RunSummary['agreement']['verdict'], Sign> = {
  agrees: ['✓', 'ok'],
  doubtful: ['？', 'warning'],
  disagrees: ['✕', 'excluded'],
  few: ['？', 'unknown'],
}

/** `name`: whose summary it is, where that of another run stands beside it. */
export function AgreementVerdict({ summary, name }: { summary: RunSummary; name: string | null }) {
  const { verdict, distance, pValue, detects } = summary.agreement
  const { title, about } = resultText.verdict[verdict]
  return (
    <Signed sign={SIGNS[verdict]}>
      <div>
        <h3 className={styles['title']}>
          <Sentence>{resultText.titleOf(title, name)}</Sentence>
        </h3>
        <p>{summary.wrong > 0 ? resultText.wrong(formatWhole(summary.wrong)) : about}</p>
        {summary.unfound > 0 && <p>{resultText.unfound(formatWhole(summary.unfound))}</p>}
        <p className="muted small tabular">
          {resultText.ks(formatFigure(distance), formatLikelihood(pValue))}
        </p>
        {verdict !== 'few' && detects !== null && (
          <p className="muted small tabular">{resultText.detects(formatWhole(detects * 100))}</p>
        )}
      </div>
    </Signed>
  )
}

/** The most important figures, the first of them large. A figure that is not known is a dash with the reason, never another figure in its place. */
export function RunHeadline({ part, unknown }: { part: RunColumn; unknown: string }) {
  const { engineName, timeName, perceivedName, rate, time, timeAbove } = resultText
  const { betweens, none } = powRunText.figures
  const { engine, median, perceived } = HEADLINE_FIGURE_ROWS
  const known = (row: typeof engine) => formatValues(row, [row.of(part)])[0]
  const figures = [
    { name: engineName(part.settings.lanes), ...known(engine), words: rate, missing: unknown },
    { name: timeName, ...known(median), words: time, missing: '' },
    { name: perceivedName, ...known(perceived), words: rate, missing: '' },
  ]
  return (
    <>
      <dl className={`columns ${styles['headline']}`}>
        {figures.map(({ name, value, interval, above, words, missing }, index) => (
          <div key={name} className={index === 0 ? styles['main'] : undefined}>
            <dt className="muted small">
              <Sentence>{name}</Sentence>
            </dt>
            <dd>
              {value ? (
                <Figure figure={value} words={words} />
              ) : above ? (
                <Figure figure={above} words={timeAbove} />
              ) : (
                <b>{none}</b>
              )}
              <span className="muted small">{value ? interval : missing}</span>
            </dd>
          </div>
        ))}
      </dl>
      {figures.some(({ interval }) => interval) && <p className="muted small">{betweens}</p>}
    </>
  )
}

/** A figure with its unit around it, which is smaller. */
function Figure({ figure, words }: { figure: string; words: (figure: string) => string }) {
  const [before, after] = words(figure).split(figure)
  return (
    <span className="unbroken">
      {before}
      <b>{figure}</b>
      {after}
    </span>
  )
}
