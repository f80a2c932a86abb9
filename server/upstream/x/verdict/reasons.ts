import type { Reason } from '../../../../contract/evidence.ts'
import { CAUSES, causeRow, isKindCause } from '../../../../contract/reasons.ts'

/** Kinds of posts of which a miss is no evidence. */
export const KIND_CAUSES = CAUSES.filter(isKindCause)

/** Returns why an account was not judged that rests on a post without a result: what says something of the one post only shows neither. */
export function reasonOfAccount(reason: Reason): Reason {
  const isOfCall = ['part', 'call'].includes(causeRow(reason.cause).of)
  return isOfCall ? reason : { cause: 'inconclusive' }
}

export const doesLast = ({ cause }: Reason): boolean => causeRow(cause).lasts === true
