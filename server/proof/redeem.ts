import type { Context } from 'hono'
import { DAY_MS } from '../../contract/dates.ts'
import { ApiError, storeUnavailable } from '../http/errors.ts'
import type { AppEnv, OnFault } from '../http/errors.ts'
import type { Limits } from '../http/limits.ts'
import { withTimeLimit } from '../http/middleware.ts'
import type { Proofs } from '../store/Store.ts'
import { verify } from './challenge.ts'
import type { Bound, Keys } from './challenge.ts'

type RedeemParts = {
  limits: Limits
  store: Proofs
  keys: () => Keys
  deadlineMs: number
  ending: AbortSignal
  now: () => number
  onFault: OnFault
}

/** Claims outlive their challenge by a day: a clock that is set back by hours takes old challenges for valid again. */
const SKEW_MS = DAY_MS

/** Spends the request's proof on one attempt, whatever comes of it. */
export async function redeem<T>(
  parts: RedeemParts,
  c: Context<AppEnv>,
  bound: Bound,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const proof = { token: c.req.header('X-Session-Token'), counter: c.req.header('X-Request-Hash') }
  const { id, ttlMs } = verify(parts.keys(), proof, bound, parts.now())
  await parts.limits('check', c.var.clientKey)
  // No claim without the store: a proof that cannot be remembered is not accepted.
  const isFirst = await parts.store.claim(id, ttlMs + SKEW_MS).catch(storeUnavailable(parts.onFault))
  if (!isFirst) throw new ApiError('spent')
  return await withTimeLimit([c.req.raw.signal, parts.ending], parts.deadlineMs, work)
}
