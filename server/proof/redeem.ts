import type { Context } from 'hono'
import type { AppEnv } from '../http/AppEnv.ts'
import type { OnFault } from '../http/answerError.ts'
import type { Store } from '../store/Store.ts'
import type { Bound, Keys } from './challengeKey.ts'
import { verify } from './challengeKey.ts'
import { withDeadline } from '../http/withDeadline.ts'
import { Refusal } from '../http/refusal.ts'

export type RedeemParts = {
  store: Store
  keys: () => Keys
  deadlineMs: number
  now: () => number
  onFault: OnFault
}

/** Spends the request's proof on one piece of work. When the work fails the proof is given back, so nobody pays twice for one answer. */
export async function redeem<T>(
  parts: RedeemParts,
  c: Context<AppEnv>,
  bound: Bound,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const proof = { token: c.req.header('X-Session-Token'), counter: c.req.header('X-Request-Hash') }
  const { id, ttlMs } = verify(parts.keys(), proof, bound, parts.now())
  if (!(await claimed(parts, id, ttlMs))) {
    throw new Refusal('spent')
  }
  try {
    return await withDeadline(c.req.raw.signal, parts.deadlineMs, work)
  } catch (error) {
    await parts.store.release(id).catch(parts.onFault)
    throw error
  }
}

/** No claim without the store: a proof that cannot be remembered is not accepted. */
async function claimed({ store, onFault }: RedeemParts, id: string, ttlMs: number): Promise<boolean> {
  try {
    return await store.claim(id, ttlMs)
  } catch (error) {
    onFault(error)
    throw new Refusal('store_away', 5)
  }
}
