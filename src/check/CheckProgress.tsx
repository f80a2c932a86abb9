import { useEffect, useRef, useState } from 'react'
import { solveProbability } from '../../contract/challenge.ts'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { formatNumber } from '../text/japanese.ts'
import { Card } from '../ui/Card.tsx'
import { Button } from '../ui/controls.tsx'
import { isFocusLost } from '../ui/hooks.tsx'
import { STAGE_NAMES } from './deadlines.ts'
import type { CheckStage } from './deadlines.ts'
import styles from './CheckProgress.module.css'

/** From so many seconds on, a check takes longer than most … */
const LONG_S = 12
/** … and longer than a visitor waits without knowing what to do. */
const TOO_LONG_S = 25
/** A device that computes for more seconds than this is slow. */
const SLOW_DEVICE_S = 10

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const startedAt = performance.now()
    const timer = setInterval(() => setSeconds(Math.round((performance.now() - startedAt) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}

function Waiting({ stage }: { stage: CheckStage['name'] }) {
  const seconds = useSeconds()
  return (
    <>
      <p className="reserved muted small tabular">{seconds > 0 && text.progress.elapsed(seconds)}</p>
      {/* There from the start, so that screen readers announce what is put into it. */}
      <p role="status" className="small">
        {stage === 'pow' ? (
          <SlowDevice />
        ) : (
          seconds >= LONG_S && (
            <Sentence>{seconds < TOO_LONG_S ? text.progress.long : text.progress.tooLong}</Sentence>
          )
        )}
      </p>
    </>
  )
}

function SlowDevice() {
  return useSeconds() > SLOW_DEVICE_S && <Sentence>{text.progress.slowDevice}</Sentence>
}

/** The fraction by which the bar of a stage is filled if its duration is unknown. */
const FRACTION_UNKNOWN = 0.3

type StageProgressProps = { stage: CheckStage; sentence: string; onCancel: () => void }

export function StageProgress({ stage, sentence, onCancel }: StageProgressProps) {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
    // The button that started the check is disabled or hidden now, so the focus must move.
    if (isFocusLost()) card.current?.focus({ preventScroll: true })
  }, [])
  const current = STAGE_NAMES.indexOf(stage.name)
  const fraction =
    stage.name === 'pow' ? solveProbability(stage.difficulty, stage.attempts) : FRACTION_UNKNOWN
  return (
    <Card ref={card} tabIndex={-1} aria-label={text.progress.label}>
      <div className={styles['bars']}>
        {STAGE_NAMES.map((name, index) => (
          <progress
            key={name}
            className={`progress-bar ${styles['bar']}`}
            data-running={index === current}
            aria-label={text.phase[name]}
            value={index < current ? 1 : index === current ? fraction : 0}
          />
        ))}
      </div>
      <Paragraph className="muted small by-phrase">{sentence}</Paragraph>
      <p className={styles['sentence']}>{text.phase[stage.name]}</p>
      <p className="line between reserved muted small tabular">
        {stage.name === 'pow' && (
          <>
            <span>
              {text.progress.attempts(formatNumber(stage.attempts), String(Math.floor(fraction * 100)))}
            </span>
            <span>{text.progress.rate(formatNumber(Number(stage.attemptsPerSecond.toPrecision(3))))}</span>
          </>
        )}
      </p>
      <Waiting stage={stage.name} />
      <Button wide onClick={onCancel}>
        {text.action.cancel}
      </Button>
    </Card>
  )
}
