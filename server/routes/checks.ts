import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as v from 'valibot'
import { VALUE_PER_DIFFICULTY } from '../../contract/challenge.ts'
import { parsePostUrl } from '../../contract/names.ts'
import { ACCOUNT_OUTAGE_CODES } from '../../contract/reasons.ts'
import { AccountCheck, Challenge, CheckRequest, IpAnswer, Oembed, ScreenName } from '../../contract/wire.ts'
import { ApiError, throwStoreUnavailable } from '../http/errors.ts'
import type { AppEnv, VerifiedProof } from '../http/errors.ts'
import { countAgainstLimit } from '../http/limits.ts'
import {
  limitBody,
  requireJsonHeaders,
  validateJsonBody,
  jsonCallHandlers,
  withTimeLimit,
} from '../http/middleware.ts'
import {
  BODY_ERRORS,
  CHECK_ERRORS,
  PROOF_HEADER_PARAMETERS,
  UPSTREAM_ERRORS,
  createHandlers,
  describeCall,
} from '../openapi/openapi.ts'
import { issueChallenge, requireChallengeScope, verifyProof } from '../proof/challenge.ts'
import type { ChallengeScope } from '../proof/challenge.ts'
import { isPreviewTicket } from '../proof/previewTicket.ts'
import type { Caller } from '../upstream/Upstream.ts'
import type { AppDependencies } from './AppDependencies.ts'

type VisitorWork<T> = (caller: Caller) => Promise<T>

/** Works for a visitor until they leave, the server ends or the time of a check is up. */
function runForVisitor<T>(deps: AppDependencies, c: Context<AppEnv>, work: VisitorWork<T>) {
  const signals = [c.req.raw.signal, deps.ending] as const
  return withTimeLimit(signals, deps.deadlineMs, (signal) => work({ signal, clientKey: c.var.clientKey }))
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

export function getIp(deps: AppDependencies) {
  return createHandlers(
    describeCall({
      summary: "The caller's address.",
      answer: { IpAnswer },
      errors: ['other_site', 'rate_limited'],
    }),
    countAgainstLimit(deps, 'read'),
    (c) => c.json({ ip: deps.addressOf(c) }),
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

/** The visitor's URL is only read, never fetched. */
export function getOembed(deps: AppDependencies) {
  return createHandlers(
    describeCall({
      summary: "X's preview of a post.",
      parameters: [
        {
          name: 'url',
          in: 'query',
          description: "A post's URL on X. It is read, never fetched.",
          example: 'https://x.com/sbx_clear/status/1980000000000000001',
        },
        {
          name: 'ticket',
          in: 'query',
          isOptional: true,
          description: "The post's `previewTicket` in the answer of its batch: the call is then not counted.",
        },
      ],
      answer: { Oembed },
      errors: [
        'bad_url',
        'other_site',
        'forbidden',
        'not_found',
        'rate_limited',
        ...UPSTREAM_ERRORS,
        'sandbox_error',
      ],
    }),
    async (c) => {
      const post = parsePostUrl(c.req.query('url') ?? '')
      const ticket = c.req.query('ticket')
      const isOfBatch = post && ticket && isPreviewTicket(deps.keys(), post.id, ticket, deps.now())
      if (!isOfBatch) await deps.limits.count('preview', c.var.clientKey)
      if (!post) throw new ApiError('bad_url')
      return c.json(await runForVisitor(deps, c, (caller) => deps.upstream.oembed(post, caller)))
    },
  )
}
