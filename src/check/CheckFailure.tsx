import type { ReactNode } from 'react'
import { ACCOUNT_OUTAGE_CODES } from '../../contract/outcomes.ts'
import type { OutageCode } from '../../contract/outcomes.ts'
import { Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { formatMinute } from '../text/japanese.ts'
import { Card } from '../ui/Card.tsx'
import { Alert } from '../ui/Notice.tsx'
import { Button } from '../ui/controls.tsx'
import { useOnline } from '../ui/hooks.tsx'
import type { Failure } from './createFlow.ts'

type FailureNoteProps = {
  arrival: number
  sentences: readonly string[]
  failure: Failure
  onRetry: () => void
  /** What can be done instead, where retrying is useless. */
  children?: ReactNode
}

/** What happened and what to do next, brought into view, with a button to retry. When only the connection was missing, it retries once that is back. */
export function FailureNote({ arrival, sentences, failure, onRetry, children }: FailureNoteProps) {
  useOnline(onRetry, failure.kind === 'offline')
  return (
    <Card>
      <Alert title={text.alert.title} arrival={arrival}>
        {sentences.map((sentence) => (
          <p key={sentence}>
            <Sentence>{sentence}</Sentence>
          </p>
        ))}
      </Alert>
      {children || (
        <Button wide onClick={onRetry}>
          {text.action.retry}
        </Button>
      )}
    </Card>
  )
}

type Advice = (failure: Failure) => string
const trouble: Advice = ({ wait }) => text.alert.trouble(wait)
const operator: Advice = () => text.alert.operator
const budget: Advice = ({ until }) => text.alert.budget(until === undefined ? undefined : formatMinute(until))
const share: Advice = ({ until }) => text.alert.share(until === undefined ? undefined : formatMinute(until))
const hour: Advice = ({ until }) => text.alert.hour(until === undefined ? undefined : formatMinute(until))
const mismatch: Advice = () => text.alert.mismatch
const tooOften: Advice = ({ wait }) => text.alert.tooOften(wait)

/** What the server's own codes mean for a visitor. */
const BY_CODE: Record<OutageCode | 'rate_limited' | 'bad_key', Advice> = {
  bad_key: mismatch,
  budget_spent: budget,
  share_spent: share,
  hour_spent: hour,
  operator_refused: operator,
  no_credentials: operator,
  not_permitted: operator,
  rate_limited: tooOften,
  busy: trouble,
  upstream_limited: trouble,
  upstream: trouble,
  upstream_timeout: trouble,
  store_away: trouble,
}

/** What each kind of failure means for a visitor. */
const BY_KIND = {
  unloaded: () => text.alert.offline,
  offline: () => text.alert.offline,
  proof: () => text.alert.proof,
  refused: (failure) => adviceOnRefusal(failure)(failure),
  failed: trouble,
} as const satisfies Record<Failure['kind'], Advice>

/** What most likely happened and what to do next, in words. */
export function adviceFor(failure: Failure): string {
  return BY_KIND[failure.kind](failure)
}

/** Whether the advice says more than "try again later". */
export function isTelling({ kind, code = '' }: Failure): boolean {
  return kind !== 'refused' || (isKnown(code) && BY_CODE[code] !== trouble)
}

/** Whether retrying is useless for now, so that only posts can be checked. */
export function leavesPostsOnly({ kind, code }: Failure): boolean {
  return kind === 'refused' && ACCOUNT_OUTAGE_CODES.some((closing) => closing === code)
}

function adviceOnRefusal({ code = '', status }: Failure): Advice {
  if (isKnown(code)) return BY_CODE[code]
  return status === 429 ? tooOften : trouble
}

function isKnown(code: string): code is keyof typeof BY_CODE {
  return Object.hasOwn(BY_CODE, code)
}
