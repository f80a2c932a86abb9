import type { OnFault } from './answerError.ts'
import { Refusal } from './refusal.ts'

/** Seconds after which the store may be back. */
const AGAIN_S = 5

/** For the `catch` of a call of the store: the operator is told why it failed, the caller that the store is away. */
export function storeAway(onFault: OnFault) {
  return (error: unknown): never => {
    onFault(error)
    throw new Refusal('store_away', AGAIN_S)
  }
}
