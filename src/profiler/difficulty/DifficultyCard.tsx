import { useMemo, useState } from 'react'
import { powDifficultyText as text } from '../../text/powDifficulty.ts'
import { Card } from '../../ui/Card.tsx'
import { short, whole } from '../model/format.ts'
import type { Result } from '../model/runResult.ts'
import { adviceFor } from './advise.ts'
import { AdviceTable } from './AdviceTable.tsx'
import { AdviceWords } from './AdviceWords.tsx'
import styles from './Difficulty.module.css'
import { LimitFields } from './LimitFields.tsx'
import { TIME_LIMIT } from './timeLimit.ts'
import { intervalText, timeText } from './timeText.ts'
import { timeModelOf } from './timeModel.ts'

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
      <div className={styles['notes']}>
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
