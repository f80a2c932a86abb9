import type { Context } from 'hono'
import { DAY_MS } from '../../contract/dates.ts'
import { ApiError, storeUnavailable } from '../http/errors.ts'
import type { AppEnv } from '../http/errors.ts'
import { withTimeLimit } from '../http/middleware.ts'
import { verify } from '../proof/challenge.ts'
import type { Bound } from '../proof/challenge.ts'
import type { Caller } from '../upstream/Upstream.ts'
import type { AppParts } from './AppParts.ts'

type Work<T> = (caller: Caller) => Promise<T>

/** Works for a visitor until they leave, the server ends or the time of a check is up. */
export function workFor<T>(parts: AppParts, { req, var: { clientKey } }: Context<AppEnv>, work: Work<T>) {
  const signals = [req.raw.signal, parts.ending] as const
  return withTimeLimit(signals, parts.deadlineMs, (signal) => work({ signal, clientKey }))
}

/** Claims outlive their challenge by a day: a clock that is set back by hours takes old challenges for valid again. */
const SKEW_MS = DAY_MS

/** Spends the request's proof on one attempt, whatever comes of it. */
export async function redeem<T>(
  parts: AppParts,
  c: Context<AppEnv>,
  bound: Bound,
  work: Work<T>,
): Promise<T> {
  const proof = { token: c.req.header('X-Session-Token'), counter: c.req.header('X-Request-Hash') }
  const { id, ttlMs } = verify(parts.keys(), proof, bound, parts.now())
  await parts.limits('check', c.var.clientKey)
  // No claim without the store: a proof that cannot be remembered is not accepted.
  const isFirst = await parts.store.claim(id, ttlMs + SKEW_MS).catch(storeUnavailable(parts.onFault))
  if (!isFirst) throw new ApiError('spent')
  return await workFor(parts, c, work)
}
