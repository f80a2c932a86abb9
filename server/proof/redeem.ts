import type { Context } from 'hono'
import { hash, randomUUID } from 'node:crypto'
import { Refusal, storeAway } from '../http/errors.ts'
import type { AppEnv, OnFault } from '../http/errors.ts'
import { withTimeLimit } from '../http/middleware.ts'
import type { Claim, Release, Store } from '../store/Store.ts'
import { verify } from './challenge.ts'
import type { Bound, Keys } from './challenge.ts'

type RedeemParts = {
  store: Store
  keys: () => Keys
  deadlineMs: number
  /** Aborts when the server is about to end. */
  ending: AbortSignal
  now: () => number
  onFault: OnFault
}

/**
 * Claims outlive their challenge by this long. Servers' clocks may differ by a minute: while the slowest still takes a challenge for
 * valid, the fastest must not have forgotten that it is spent.
 */
const SKEW_MS = 120_000

/** What a check asks, in full: a proof is good for this very question alone. */
export type Question = { bound: Bound; body: unknown }

/** The two ways to a question's answer: asked for, and from what is kept already (null when that is not all of it). */
type Answers<T> = { asked: (signal: AbortSignal) => Promise<T>; kept: () => Promise<T | null> }

/**
 * Spends the request's proof on one piece of work. A failure of the upstream gives it back, for the same question and at most twice.
 * A visitor who leaves does not get it back, but gets once what is cached when coming back.
 */
export async function redeem<T>(
  parts: RedeemParts,
  c: Context<AppEnv>,
  { bound, body }: Question,
  answers: Answers<T>,
): Promise<T> {
  const proof = { token: c.req.header('X-Session-Token'), counter: c.req.header('X-Request-Hash') }
  const { id, ttlMs } = verify(parts.keys(), proof, bound, parts.now())
  const question = hash('sha256', JSON.stringify(body), 'base64url').slice(0, 22)
  const holder = randomUUID()
  // No claim without the store: a proof that cannot be remembered is not accepted.
  const wanted: Claim = { id, holder, question, ttlMs: ttlMs + SKEW_MS }
  const claimed = await parts.store.claim(wanted).catch(storeAway(parts.onFault))
  if (claimed === 'spent') throw new Refusal('spent')
  if (claimed === 'back') {
    const kept = await answers.kept()
    if (kept === null) throw new Refusal('spent')
    return kept
  }

  const visitor = c.req.raw.signal
  const release = (why: Release) => parts.store.release(id, holder, why).catch(parts.onFault)
  try {
    const answer = await withTimeLimit([visitor, parts.ending], parts.deadlineMs, answers.asked)
    if (visitor.aborted) await release('left')
    return answer
  } catch (error) {
    await release(visitor.aborted ? 'left' : isUnused(error) ? 'unused' : 'failed')
    throw error
  }
}

/** A check that was refused for load has asked nothing. */
function isUnused(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'busy'
}
