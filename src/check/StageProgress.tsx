import { useEffect, useRef } from 'react'
import { likelihoodOf } from '../../contract/challenge.ts'
import { grouped } from '../text/grouped.ts'
import { text } from '../text/ja.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { STAGE_NAMES } from './stage.ts'
import type { Stage } from './stage.ts'
import styles from './StageProgress.module.css'
import { Waiting } from './Waiting.tsx'

type StageProgressProps = { stage: Stage; sentence: string; onCancel: () => void }

/** A running check: a bar for each stage, what is being done, the figures of the proof of work, and a cancel button. */
export function StageProgress({ stage, sentence, onCancel }: StageProgressProps) {
  const card = useShownAtStart()
  const current = STAGE_NAMES.indexOf(stage.name)
  return (
    <Card ref={card} tabIndex={-1} aria-label={text.progress.label}>
      <div className={styles['bars']}>
        {STAGE_NAMES.map((name, index) => (
          <progress
            key={name}
            className={styles['bar']}
            data-running={index === current}
            aria-label={text.phase[name]}
            value={index < current ? 1 : index === current ? fractionOf(stage) : 0}
          />
        ))}
      </div>
      <p className={styles['wait']}>{sentence}</p>
      <p className={styles['sentence']}>{text.phase[stage.name]}</p>
      <p className={styles['figures']}>{stage.name === 'pow' && <Figures stage={stage} />}</p>
      <Waiting />
      <Button wide onClick={onCancel}>
        {text.action.cancel}
      </Button>
    </Card>
  )
}

function Figures({ stage }: { stage: Extract<Stage, { name: 'pow' }> }) {
  const likelihood = Math.floor(likelihoodOf(stage.difficulty, stage.attempts) * 100)
  return (
    <>
      <span>{text.progress.attempts(grouped(stage.attempts), String(likelihood))}</span>
      <span>{text.progress.rate(grouped(Number(stage.attemptsPerSecond.toPrecision(3))))}</span>
    </>
  )
}

/** Brings the card into view when a check starts, and focuses it when what started the check is disabled or folded away. */
function useShownAtStart() {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    card.current?.scrollIntoView({ block: 'nearest' })
    const { activeElement } = document
    const lost = !activeElement || activeElement === document.body || activeElement.matches(':disabled')
    if (lost || activeElement.getClientRects().length === 0) card.current?.focus({ preventScroll: true })
  }, [])
  return card
}

/** How full the running stage's bar is: the likelihood while solving, else a sign that it has begun. */
function fractionOf(stage: Stage): number {
  return stage.name === 'pow' ? likelihoodOf(stage.difficulty, stage.attempts) : 0.3
}
