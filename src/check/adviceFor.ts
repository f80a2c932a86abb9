import { ACCOUNT_OUTAGE_CODES } from '../../contract/outageCodes.ts'
import type { OutageCode } from '../../contract/outageCodes.ts'
import { text } from '../text/ja.ts'
import { formatMinute } from '../text/formatTime.ts'
import type { Failure } from './failure.ts'

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
