import type { UnsearchedReason } from '../../../../contract/PostEvidence.ts'
import { Refusal } from '../../../http/refusal.ts'
import type { RefusalCode } from '../../../http/refusal.ts'
import { NoTurn, OperatorRefused, RateLimited } from './xErrors.ts'

const BY_REFUSAL: Partial<Record<RefusalCode, UnsearchedReason>> = {
  budget_spent: 'budget',
  hour_spent: 'budget',
  share_spent: 'share',
  busy: 'queue',
}

/** Why a post was not searched, where asking X ended in this error. */
export function unsearchedReasonOf(error: unknown): UnsearchedReason {
  if (error instanceof RateLimited) return 'limited'
  if (error instanceof OperatorRefused) return 'operator'
  if (error instanceof NoTurn) return 'queue'
  return (error instanceof Refusal && BY_REFUSAL[error.code]) || 'failed'
}
