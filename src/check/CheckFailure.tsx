import type { ReactNode } from 'react'
import { ACCOUNT_OUTAGE_CODES, causeOfCode, causeRow, isSpent } from '../../contract/reasons.ts'
import { Paragraphs } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { formatShortTime } from '../text/japanese.ts'
import { Card } from '../ui/Card.tsx'
import { Alert } from '../ui/Notice.tsx'
import { Button } from '../ui/controls.tsx'
import { useIsOnline, useWhenOnline } from '../ui/hooks.tsx'
import type { CheckFailureDetails } from './createFlow.ts'

type CheckFailureProps = {
  failed: { failure: CheckFailureDetails; endedAt: number }
  sentence?: string
  onRetry: () => void
  /** Whether the failure is shown inside an earlier result: it is announced, but takes no focus and does not scroll. */
  isWithin?: boolean
  children?: ReactNode
}

/** Says what happened and what to do next. If only the connection was missing, the check is repeated when it is back, and the text says so until then. */
export function CheckFailure(props: CheckFailureProps) {
  const { sentence = text.alert.failed, onRetry, isWithin = false, children } = props
  const { failure, endedAt } = props.failed
  const isUnconnected = failure.kind === 'offline' || failure.kind === 'unloaded'
  const isOnline = useIsOnline()
  useWhenOnline(onRetry, isUnconnected)
  const advice = isUnconnected && isOnline ? tryLater(failure) : adviceForFailure(failure)
  const all = includesAdvice(failure, sentence) ? [sentence] : [sentence, advice]
  const [title = '', ...rest] = isWithin ? all : [text.alert.title, ...all]
  const alert = (
    <>
      <Alert title={title} {...(!isWithin && { arrival: endedAt })}>
        <Paragraphs>{rest}</Paragraphs>
      </Alert>
      {children || (
        <Button wide={!isWithin} kind={isWithin ? 'outlined' : 'filled'} onClick={onRetry}>
          {text.action.retry}
        </Button>
      )}
    </>
  )
  return isWithin ? alert : <Card>{alert}</Card>
}

/** The sentence for X's errors already says to wait, which is all that most codes advise. */
function includesAdvice({ code = '' }: CheckFailureDetails, sentence: string): boolean {
  return sentence === text.alert.failedCode && adviceForCode(code) === tryLater
}

type Advice = (failure: CheckFailureDetails) => string
const tryLater: Advice = ({ wait }) => text.alert.trouble(wait)
const operator: Advice = () => text.alert.operator
const operatorsWords: Advice = ({ serverMessage, wait }) => serverMessage ?? text.alert.trouble(wait)
const tooOften: Advice = ({ wait }) => text.alert.tooOften(wait)

/** A code that stands for no cause is about the server alone. */
function adviceForCode(code: string): Advice {
  if (code === 'maintenance') return operatorsWords
  if (code === 'rate_limited') return tooOften
  const cause = causeOfCode(code)
  if (!cause) return tryLater
  if (isSpent(cause)) {
    return ({ until }) => text.alert.spent[cause](until === undefined ? undefined : formatShortTime(until))
  }
  return causeRow(cause).retry === 'never' ? operator : tryLater
}

const ADVICE_BY_KIND = {
  unloaded: () => text.alert.offline,
  offline: () => text.alert.offline,
  proof: () => text.alert.proof,
  slow: () => text.alert.slow,
  refused: (failure) => (failure.status === 429 ? tooOften : adviceForCode(failure.code ?? ''))(failure),
  failed: tryLater,
} as const satisfies Record<CheckFailureDetails['kind'], Advice>

export function adviceForFailure(failure: CheckFailureDetails): string {
  return ADVICE_BY_KIND[failure.kind](failure)
}

/** Whether account checks are out of service for now (the budget is used up, or X refuses access), while posts can still be checked. */
export function canStillCheckPosts({ kind, code }: CheckFailureDetails): boolean {
  return kind === 'refused' && ACCOUNT_OUTAGE_CODES.some((closing) => closing === code)
}
