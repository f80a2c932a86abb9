import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { validator } from 'hono/validator'
import type { LRUCache } from 'lru-cache'
import * as v from 'valibot'
import { VALUE_PER_DIFFICULTY } from '../../contract/challenge.ts'
import { ACCOUNT_OUTAGE_CODES, ApiError } from '../../contract/reasons.ts'
import { AccountCheck, Challenge, CheckRequest, ScreenName } from '../../contract/wire.ts'
import type { CheckTimings } from '../../contract/wire.ts'
import { throwStoreUnavailable } from '../store/Store.ts'
import type { CallLimits, ReadClientAddress, AppEnv, VerifiedProof } from '../http/limits.ts'
import {
  BODY_ERRORS,
  CHECK_ERRORS,
  PROOF_HEADER_PARAMETERS,
  createHandlers,
  describeCall,
} from '../openapi/openapi.ts'
import type { OperatorSettings } from '../operator/settings.ts'
import { issueChallenge, requireChallengeScope, verifyProof } from '../proof/challenge.ts'
import type { ChallengeClock, ChallengeScope, SigningKeys } from '../proof/challenge.ts'
import type { Store, ReportFault } from '../store/Store.ts'
import type { Caller, Upstream } from '../upstream/Upstream.ts'

/** The dependencies of the routes. They hold nothing of the platform: `main.ts` and `worker.ts` deal with files, sockets and logs. */
export type AppDependencies = {
  store: Store
  upstream: Upstream
  limits: CallLimits
  addressOf: ReadClientAddress
  keys: () => SigningKeys
  challengeClock: ChallengeClock
  difficulty: number
  /** Proofs that this process has seen spent, by their tokens: a replay of one of them needs no call of the store. */
  spentProofs: LRUCache<string, true>
  historyMs: number
  /** Bytes that one address may store in a day. */
  historyAddressBytes: number
  deadlineMs: number
  /** Aborts when the server is told to stop: `/healthz` then fails, while requests are still answered for some seconds. */
  draining: AbortSignal
  /** Aborts just before the server stops: checks under way are cancelled. */
  ending: AbortSignal
  /** Returns the operator's current messages to visitors. Empty texts are not shown. */
  settings: () => Pick<OperatorSettings, 'notice' | 'maintenance'>
  /** Problems that the operator has to solve, one sentence each, besides the upstream's own warning. */
  troubles: () => readonly string[]
  /** For example `0.1.0 (1a2b3c4d5)`. */
  version: string
  now: () => number
  /** Called with whether a result could be saved, unless its client has saved too much. A check whose result is not saved is answered all the same, without a link. */
  onSave: (isSaved: boolean) => void
  onTimings: (timings: CheckTimings) => void
  onFault: ReportFault
}

type VisitorWork<T> = (caller: Caller) => Promise<T>

/** Works for a visitor until they leave, the server ends or the time of a check is up. */
export function runForVisitor<T>(deps: AppDependencies, c: Context<AppEnv>, work: VisitorWork<T>) {
  const signals = [c.req.raw.signal, deps.ending] as const
  return withTimeLimit(signals, deps.deadlineMs, (signal) => work({ signal, clientKey: c.var.clientKey }))
}

/**
 * Runs work with a signal that aborts when the visitor leaves, the server ends or the time is up. It does not use `AbortSignal.any`, which with
 * a timeout signal costs more than the rest of a check.
 *
 * @example
 * const answer = await withTimeLimit([request.signal, ending], 20_000, (signal) => upstream.check(name, signal))
 */
export async function withTimeLimit<T>(
  [visitor, ending]: readonly [visitor: AbortSignal, ending: AbortSignal],
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = () => controller.abort(new ApiError('shutting_down', 1))
  const leave = () => controller.abort(new ApiError('client_gone'))
  const timer = setTimeout(() => controller.abort(new ApiError('upstream_timeout')), deadlineMs)
  visitor.addEventListener('abort', leave)
  ending.addEventListener('abort', end)
  if (visitor.aborted) leave()
  if (ending.aborted) end()
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    visitor.removeEventListener('abort', leave)
    ending.removeEventListener('abort', end)
  }
}

/** Refuses a check by its headers if they hold no valid proof, before its body is read. */
export function withProof({ keys, challengeClock }: AppDependencies) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const proof = { token: c.req.header('X-Session-Token'), counter: c.req.header('X-Request-Hash') }
    c.set('proof', verifyProof(keys(), proof, challengeClock.now()))
    await next()
  })
}

/**
 * Spends the request's proof on one attempt at a check, whatever comes of it.
 * @throws `ApiError` if the proof is for another request, was spent before, or cannot be spent now; the work is not begun then.
 */
export async function spendProof<T>(
  deps: AppDependencies,
  c: Context<AppEnv>,
  scope: ChallengeScope,
  work: VisitorWork<T>,
) {
  const { proof, clientKey } = c.var
  requireChallengeScope(proof, scope)
  // Replays end here: they are not counted, and cost no call of the store.
  if (deps.spentProofs.has(proof.token)) throw new ApiError('already_used')
  deps.spentProofs.set(proof.token, true)
  try {
    await deps.limits.count('check', clientKey)
    await claimProof(deps, proof)
  } catch (error) {
    const isSpent = error instanceof ApiError && error.code === 'already_used'
    if (!isSpent) deps.spentProofs.delete(proof.token)
    throw error
  }
  return await runForVisitor(deps, c, work)
}

/** A proof that the store cannot remember is not accepted. */
async function claimProof(deps: AppDependencies, { token, expiresMs }: VerifiedProof): Promise<void> {
  const { isFirst, latestMs } = await deps.store
    .claim(token, expiresMs)
    .catch(throwStoreUnavailable(deps.onFault))
  deps.challengeClock.advance(latestMs)
  if (latestMs >= expiresMs) throw new ApiError('expired')
  if (!isFirst) throw new ApiError('already_used')
}

/** Maximum size of a body in bytes: 200 post URLs with long queries fit. */
const BODY_MAX = 64 * 1024
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Refuses a body by its headers, before any of it is read: one that is not JSON, which a page of another site could send without a preflight, and one that is announced as too long. */
const requireJsonHeaders = createMiddleware<AppEnv>(async (c, next) => {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) throw new ApiError('not_json')
  if (Number(c.req.header('Content-Length') ?? 0) > BODY_MAX) throw new ApiError('too_large')
  await next()
})

const readUpToLimit = bodyLimit({
  maxSize: BODY_MAX,
  onError: () => {
    throw new ApiError('too_large')
  },
})

/** Reads a body whose length is not announced, as some proxies send it, up to the limit. Node and the platforms hold the client to a length that it announced. */
const limitBody = createMiddleware<AppEnv>(async (c, next) => {
  const isAnnounced =
    c.req.header('Content-Length') !== undefined && c.req.header('Transfer-Encoding') === undefined
  return isAnnounced ? next() : readUpToLimit(c, next)
})

/** The body rebuilt by its schema, which stops at the first fault, for `c.req.valid('json')`: nothing that the schema does not name gets in. */
export function validateJsonBody<S extends v.GenericSchema>(schema: S) {
  return validator('json', (value): v.InferOutput<S> => {
    const body = v.safeParse(schema, value, { abortEarly: true })
    if (!body.success) throw new ApiError('bad_body')
    return body.output
  })
}

/** A call with a JSON body. `gate` judges the request by its headers, before its body is read. */
export function jsonCallHandlers<S extends v.GenericSchema>(gate: MiddlewareHandler<AppEnv>, schema: S) {
  return [requireJsonHeaders, gate, limitBody, validateJsonBody(schema)] as const
}

const ChallengeRequest = v.object({
  ...CheckRequest.entries,
  screen_name: v.union([ScreenName, v.literal('')]),
})

/** The body as the API's description shows it: a batch asks for its challenge with the empty name. */
const DescribedRequest = v.object({
  ...CheckRequest.entries,
  screen_name: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_]{0,15}$/), v.metadata({ examples: ['sbx_clear'] })),
})

/** Issues a challenge bound to the request. Nothing is stored: the token carries its own proof. */
export function generateKeyvalue(deps: AppDependencies) {
  return createHandlers(
    describeCall({
      summary: 'Issue a challenge. A batch asks with the empty name.',
      body: { CheckRequest: DescribedRequest },
      answer: { Challenge: v.object({ ...Challenge.entries, value: v.number() }) },
      errors: [...BODY_ERRORS, 'maintenance'],
    }),
    requireJsonHeaders,
    limitBody,
    validateJsonBody(ChallengeRequest),
    async (c) => {
      const request = c.req.valid('json')
      await deps.limits.ensure('check', c.var.clientKey)
      const scope = request.screen_name === '' ? 'batch' : request
      const key = issueChallenge(deps.keys(), scope, deps.difficulty, deps.challengeClock.now())
      return c.json({ key, value: deps.difficulty * VALUE_PER_DIFFICULTY })
    },
  )
}

const AccountRequest = v.object({ ...CheckRequest.entries, screen_name: ScreenName })

export function checkByUser(deps: AppDependencies, summary: string) {
  return createHandlers(
    describeCall({
      summary,
      parameters: PROOF_HEADER_PARAMETERS,
      body: { CheckRequest: DescribedRequest },
      answer: { AccountCheck },
      errors: [...CHECK_ERRORS, ...ACCOUNT_OUTAGE_CODES, 'sandbox_error'],
    }),
    ...jsonCallHandlers(withProof(deps), AccountRequest),
    async (c) => {
      const request = c.req.valid('json')
      const check = await spendProof(deps, c, request, (caller) =>
        deps.upstream.checkAccount(request, caller),
      )
      const wait = secondsUntilReset(check, deps.now())
      if (wait !== null) c.header('Retry-After', String(wait))
      return c.json(check)
    },
  )
}

/** X's limits begin anew after a quarter of an hour: a longer wait is one that a clock that was set back makes up. */
const WAIT_S_MAX = 900

function secondsUntilReset({ api_status }: AccountCheck, now: number) {
  const resets = Object.values(api_status).flatMap(({ rate_limit, reset }) =>
    rate_limit && reset ? [reset] : [],
  )
  if (resets.length === 0) return null
  return Math.min(Math.max(1, Math.ceil((Math.max(...resets) - now) / 1000)), WAIT_S_MAX)
}
