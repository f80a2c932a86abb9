import { useMemo, useState } from 'react'
import { Sentence } from '../../text/Sentence.tsx'
import { powDifficultyText as text } from '../../text/powParts.ts'
import { Card } from '../../ui/Card.tsx'
import { NumberField } from '../form/fields.tsx'
import { short, whole } from '../model/format.ts'
import type { Result } from '../model/result.ts'
import table from '../summary/Table.module.css'
import { SHARES, TIME_LIMIT, adviceFor, highestOf, intervalText, timeModelOf, timeText } from './timeModel.ts'
import type { Advice, Estimate } from './timeModel.ts'
import styles from './DifficultyCard.module.css'

/** How long searches take at every difficulty. */
export function AdviceTable({ advice }: { advice: readonly Advice[] }) {
  const { columns } = text
  return (
    // What scrolls sideways on a narrow screen must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={table['scroll']} tabIndex={0} role="region" aria-label={text.table}>
      <table className={`${table['table']} ${styles['advice']}`}>
        <caption className="visually-hidden">{text.table}</caption>
        <thead>
          <tr>
            <th scope="col">{columns.difficulty}</th>
            {SHARES.map((share) => (
              <th key={share} scope="col">
                {columns[share]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {advice.map((row) => (
            <tr key={row.difficulty} data-fits={row.fits}>
              <th scope="row">
                {row.difficulty}
                <span className={styles['fits']}>{text.fits[row.fits]}</span>
              </th>
              {SHARES.map((share) => (
                <td key={share}>
                  <Time estimate={row[share]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Time({ estimate }: { estimate: Estimate | null }) {
  if (!estimate) return text.never
  const interval = intervalText(estimate)
  return (
    <>
      <span>{timeText(estimate.value)}</span>
      {interval && <span className={`muted ${styles['interval']}`}>{interval}</span>}
    </>
  )
}

/** The answer in one sentence, and what is not sure about it. */
export function AdviceWords({ advice, limit }: { advice: readonly Advice[]; limit: number }) {
  const { sure, unsure } = highestOf(advice)
  const known = advice.some(({ p95 }) => p95?.interval)
  const highest = known ? sure : unsure
  return (
    <output className="stack gap-4">
      <span className={`bold ${styles['answer']}`}>
        <Sentence>
          {highest === null ? text.none(timeText(limit)) : text.highest(highest, timeText(limit))}
        </Sentence>
      </span>
      {known && unsure !== null && <span>{text.unsure(unsure)}</span>}
      {!known && <span>{text.unknown}</span>}
    </output>
  )
}

type LimitFieldsProps = {
  limit: number
  first: boolean
  onLimit: (limit: number) => void
  /** Absent where the start of the workers is not known apart. */
  onFirst?: (first: boolean) => void
}

/** What p95 must keep to, and whether the start of the workers counts. */
export function LimitFields({ limit, first, onLimit, onFirst }: LimitFieldsProps) {
  return (
    <div className={`cluster ${styles['fields']}`}>
      <NumberField
        {...text.limit}
        value={limit}
        min={TIME_LIMIT.min}
        max={TIME_LIMIT.max}
        onChange={(value) => onLimit(Number(value))}
      />
      {onFirst && (
        <label className={`checkbox ${styles['first']}`}>
          <input type="checkbox" checked={first} onChange={({ target }) => onFirst(target.checked)} />
          <span>{text.first}</span>
        </label>
      )}
    </div>
  )
}

/** Which difficulty a server may set, if devices like this one are to solve it in time. */
export function DifficultyCard({ result }: { result: Result }) {
  const [limit, setLimit] = useState(TIME_LIMIT.usual)
  const [first, setFirst] = useState(false)
  const model = useMemo(() => timeModelOf(result), [result])
  const advice = useMemo(() => model && adviceFor(model, limit, first), [model, limit, first])
  if (!model || !advice) return null
  const { settings, summary } = result
  const startInterval = model.startUp && intervalText(model.startUp)
  const lacking = advice.filter(({ p95 }) => p95 === null)
  return (
    <Card aria-label={text.title}>
      <h2>{text.title}</h2>
      <AdviceWords advice={advice} limit={limit} />
      <LimitFields
        limit={limit}
        first={first}
        onLimit={setLimit}
        {...(model.startUp && { onFirst: setFirst })}
      />
      <AdviceTable advice={advice} />
      <div className="stack gap-4 muted small dense">
        <p>
          <span>{text.about(settings.lanes, short(model.rate.value))}</span>
          {model.rate.interval && <span>{text.intervals}</span>}
        </p>
        {model.startUp && startInterval !== null && (
          <p>{text.firstVisit(timeText(model.startUp.value), startInterval)}</p>
        )}
        {summary.busy && <p>{text.busy}</p>}
        {settings.pool === 'cold' && <p>{text.includesStart}</p>}
        {first && model.startUp?.interval === null && <p>{text.once}</p>}
        {lacking.map(({ difficulty, unfound }) => (
          <p key={difficulty}>{text.unfound(difficulty, `${whole(unfound * 100)}%`)}</p>
        ))}
      </div>
    </Card>
  )
}
