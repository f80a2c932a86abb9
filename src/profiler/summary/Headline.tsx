import { powText } from '../../text/pow.ts'
import { figure, likelihood, short, whole } from '../model/format.ts'
import type { Conditions, Interval, Summary } from '../model/result.ts'
import type { Settings } from '../model/settings.ts'
import { median } from '../stats/geometric.ts'
import { isBusy } from './summarise.ts'
import styles from './Headline.module.css'

const text = powText.conditions

/** A change of the calibration from start to end that is told in words, as a share. */
const CHANGE_MIN = 0.05

/** What disturbed a run, in sentences. Nothing where nothing did. */
export function ConditionNotes({ conditions, busy }: { conditions: Conditions | null; busy: boolean }) {
  const notes = notesOf(conditions, busy)
  if (notes.length === 0) return null
  return (
    <ul className={`panel stack gap-4 ${styles['notes']}`}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

export function notesOf(conditions: Conditions | null, busy: boolean): string[] {
  const total = (kind: 'hidden' | 'frozen') =>
    conditions?.disturbances
      .filter((one) => one.kind === kind)
      .reduce((sum, { milliseconds }) => sum + milliseconds, 0) ?? 0
  const [hidden, frozen] = [total('hidden'), total('frozen')]
  const clocks = conditions?.disturbances.filter(({ kind }) => kind === 'clock') ?? []
  const steal = conditions?.steal ?? null
  const change = changeOf(conditions)
  return [
    ...(hidden > 0 ? [text.hidden(seconds(hidden))] : []),
    ...(frozen > 0 ? [text.frozen(seconds(frozen))] : []),
    ...clocks.map(({ milliseconds }) =>
      milliseconds > 0 ? text.forward(seconds(milliseconds)) : text.back(seconds(-milliseconds)),
    ),
    ...(conditions?.wakeLock === 'lost' && hidden === 0 ? [text.dark] : []),
    ...(isBusy(steal) && steal !== null ? [text.busy(whole(steal * 100))] : busy ? [text.busyUnknown] : []),
    ...(change !== null && Math.abs(change) >= CHANGE_MIN ? [changeText(change)] : []),
  ]
}

const changeText = (change: number) =>
  change > 0 ? text.faster(whole(change * 100)) : text.slower(whole(-change * 100))

/** Tenths of a second below ten. */
const seconds = (milliseconds: number) =>
  milliseconds < 10_000 ? figure(Math.round(milliseconds / 100) / 10) : whole(milliseconds / 1000)

/** How much faster the same calibration was at the end than at the start, as a share. */
function changeOf(conditions: Conditions | null): number | null {
  const { start, end } = conditions?.calibration ?? { start: [], end: [] }
  const change = median(end) / median(start) - 1
  return Number.isFinite(change) ? change : null
}

const fitVerdictText = powText.result
const SIGNS = { agrees: '✓', doubtful: '？', disagrees: '✕', few: '？' } as const satisfies Record<
  Summary['agreement']['verdict'],
  string
>

/** Whether the sample agrees with the theory, in one sentence, with the figures behind it. */
export function FitVerdict({ summary }: { summary: Summary }) {
  const { verdict, distance, pValue, detects } = summary.agreement
  // Nothing is promised where there is no verdict.
  const shown = verdict === 'few' ? null : detects
  return (
    <div className={styles['verdict']} data-verdict={verdict}>
      <span className={styles['sign']} aria-hidden="true">
        {SIGNS[verdict]}
      </span>
      <div>
        <h3 className={styles['title']}>{fitVerdictText.verdict[verdict].title}</h3>
        {summary.wrong > 0 && <p>{fitVerdictText.wrong(whole(summary.wrong))}</p>}
        {summary.wrong === 0 && <p>{fitVerdictText.verdict[verdict].about}</p>}
        {summary.unfound > 0 && <p>{fitVerdictText.unfound(whole(summary.unfound))}</p>}
        <p className="muted small tabular">{fitVerdictText.ks(figure(distance), likelihood(pValue))}</p>
        {shown !== null && (
          <p className="muted small tabular">{fitVerdictText.detects(whole(shown * 100))}</p>
        )}
      </div>
    </div>
  )
}

const headlineText = powText.result

/** A figure with its interval; null where it is not known. */
type Told = { value: number; interval: Interval | null } | null

type HeadlineProps = {
  /** The engine's own speed, searching in vain with this many lanes. */
  engine: Told
  lanes: number
  /** Why the engine's speed is not known. */
  unknown: string
  /** What a visitor feels: messages and start-up included. */
  felt: Told
  /** The median time. `above` where more than half of the searches gave up: then it lies above that. */
  median: Told
  above: number | null
}

/** The most important figures, large. A figure that is not known is a dash with the reason, never another figure in its place. */
export function Headline({ engine, lanes, unknown, felt, median, above }: HeadlineProps) {
  const rate = (value: number) => headlineText.rate(short(value))
  const time = (value: number) => headlineText.time(figure(value))
  return (
    <dl className={`columns ${styles['headline']}`}>
      <div className={styles['main']}>
        <dt className="muted small">{headlineText.engineName(lanes)}</dt>
        <dd>
          <span>{engine ? rate(engine.value) : powText.figures.none}</span>
          <small className="muted small">{engine ? between(engine, short) : unknown}</small>
        </dd>
      </div>
      <div>
        <dt className="muted small">{headlineText.timeName}</dt>
        <dd>
          <span>
            {median
              ? time(median.value)
              : above !== null
                ? headlineText.timeAbove(figure(above))
                : powText.figures.none}
          </span>
          <small className="muted small">{between(median, figure)}</small>
        </dd>
      </div>
      <div>
        <dt className="muted small">{headlineText.feltName}</dt>
        <dd>
          <span>{felt ? rate(felt.value) : powText.figures.none}</span>
          <small className="muted small">{between(felt, short)}</small>
        </dd>
      </div>
    </dl>
  )
}

function between(told: Told, form: (value: number) => string): string {
  return told?.interval ? powText.figures.between(form(told.interval[0]), form(told.interval[1])) : ''
}

/** The headline of a finished run. */
export function ResultHeadline({ settings, summary }: { settings: Settings; summary: Summary }) {
  const { scaling, felt, milliseconds, gaveUpAfter } = summary
  const engine = scaling.find(({ lanes }) => lanes === settings.lanes)
  const median = milliseconds?.p50 ?? null
  return (
    <Headline
      engine={engine ? { value: engine.attemptsPerSecond, interval: engine.interval } : null}
      lanes={settings.lanes}
      unknown={powText.result.engineStopped}
      felt={felt && { value: felt.attemptsPerSecond, interval: felt.interval }}
      median={median === null ? null : { value: median, interval: milliseconds?.intervals?.p50 ?? null }}
      above={gaveUpAfter}
    />
  )
}
