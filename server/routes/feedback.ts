import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { createHmac } from 'node:crypto'
import { DAY_MS, endOfJapanDay, toJapanDay } from '../../contract/dates.ts'
import {
  FEEDBACK_ITEMS,
  FEEDBACK_VERDICTS,
  FeedbackAnswer,
  FeedbackCell,
  FeedbackReport,
  wilsonInterval,
} from '../../contract/feedback.ts'
import type { ItemFeedback, VerdictStatement, AgreementCounts } from '../../contract/feedback.ts'
import { ApiError, throwStoreUnavailable } from '../http/errors.ts'
import type { AppEnv } from '../http/errors.ts'
import { countAgainstLimit } from '../http/limits.ts'
import { jsonCallHandlers } from '../http/middleware.ts'
import { networksOf } from '../http/networks.ts'
import { readAtMostEvery } from '../http/readAtMostEvery.ts'
import { BODY_ERRORS, createHandlers, describeCall } from '../openapi/openapi.ts'
import { FEEDBACK_TOKEN_TTL_MS, createFeedbackTokens, verifyFeedbackToken } from '../proof/feedbackToken.ts'
import type { FeedbackCount } from '../store/Store.ts'
import type { AppDependencies } from './AppDependencies.ts'

type Cell = ItemFeedback['counts'][number]

export function toFeedbackReport(days: readonly string[], counts: readonly FeedbackCount[]): FeedbackReport {
  const items = FEEDBACK_ITEMS.flatMap((item): ItemFeedback[] => {
    const cells = summed(counts.filter((count) => count.item === item))
    if (cells.length === 0) return []
    const verdicts = FEEDBACK_VERDICTS.flatMap((verdict) => {
      const own = cells.filter((cell) => cell.verdict === verdict)
      return own.length > 0 ? [{ verdict, ...tallyOf(own) }] : []
    })
    return [{ item, ...tallyOf(cells), verdicts, counts: cells }]
  })
  return { from: days[0] ?? '', to: days.at(-1) ?? '', items }
}

function summed(counts: readonly FeedbackCount[]): Cell[] {
  const cells = new Map<string, Cell>()
  for (const { verdict, seen, method, viewer, count } of counts) {
    const key = `${verdict} ${seen} ${method} ${viewer}`
    cells.set(key, { verdict, seen, method, viewer, count: (cells.get(key)?.count ?? 0) + count })
  }
  return [...cells.values()]
}

const sumOf = (cells: readonly Cell[]) => cells.reduce((sum, { count }) => sum + count, 0)

/** Returns whether an answer agrees with the verdict: "seen" agrees with "clear", and "unseen" with "affected". */
const agrees = ({ verdict, seen }: Cell) => (verdict === 'clear') === (seen === 'seen')

function tallyOf(cells: readonly Cell[]): AgreementCounts {
  const answers = sumOf(cells)
  const agreed = sumOf(cells.filter(agrees))
  return { answers, agreed, ...wilsonInterval(agreed, answers) }
}

export const FEEDBACK_DAYS = 90
const MAX_AGE_S = 300

export function requireFeedbackCollection({ feedbackPercent }: AppDependencies) {
  return createMiddleware<AppEnv>(async (_c, next) => {
    if (feedbackPercent === null) throw new ApiError('not_collected')
    await next()
  })
}

/** How often visitors saw what the verdicts said. The same for everybody; the store is read once in five minutes. */
export function getFeedbackReport(deps: AppDependencies) {
  const report = readAtMostEvery(MAX_AGE_S * 1000, async () => {
    const now = deps.now()
    const days = Array.from({ length: FEEDBACK_DAYS }, (_, ago) =>
      toJapanDay(now - ago * DAY_MS),
    ).toReversed()
    return toFeedbackReport(days, await deps.store.readAnswers(days))
  })

  const description = describeCall({
    summary: 'How often visitors saw what the verdicts said, over 90 days. Caches may keep it.',
    answer: { FeedbackReport },
    errors: ['not_collected', 'other_site', 'rate_limited', 'store_unavailable'],
  })
  return createHandlers(
    description,
    requireFeedbackCollection(deps),
    countAgainstLimit(deps, 'read'),
    async (c) => {
      const answer = await report().catch(throwStoreUnavailable(deps.onFault))
      c.header('Cache-Control', `public, max-age=${MAX_AGE_S}`)
      return c.json(answer)
    },
  )
}

/** Marks are kept for this long after their feedback tokens expire, because servers' clocks may differ by a minute. */
const SKEW_MS = 120_000

/** Counts what a visitor saw beside a verdict of a check, once for each item of the check, and an address's part of a day at most. */
export function postFeedback(deps: AppDependencies) {
  return createHandlers(
    describeCall({
      summary:
        'Tell what was seen beside a verdict of a check, which its answer gave a ticket for. Answers with what was counted.',
      body: { FeedbackAnswer },
      answer: { FeedbackCell },
      errors: [
        ...BODY_ERRORS,
        'bad_ticket',
        'old_ticket',
        'not_collected',
        'counted',
        'too_many_requests',
        'store_unavailable',
      ],
    }),
    requireFeedbackCollection(deps),
    ...jsonCallHandlers(countAgainstLimit(deps, 'feedback'), FeedbackAnswer),
    async (c) => {
      const { ticket: _, ...cell } = c.req.valid('json')
      const now = deps.now()
      const { id, ttlMs } = verifyFeedbackToken(deps.keys(), c.req.valid('json'), now)
      const dayMs = Math.max(0, endOfJapanDay(cell.day) - now)
      const came = await deps.store
        .countAnswer({
          cell,
          cellMs: dayMs + FEEDBACK_DAYS * DAY_MS,
          ticket: id,
          ticketMs: ttlMs + SKEW_MS,
          networks: networksOf(c.var.clientKey).map(({ key, multiplier }) => ({
            key: hashed(deps.keys()[0], `${cell.day} ${key}`),
            multiplier,
          })),
          // The day's last check can still be answered.
          networksMs: dayMs + FEEDBACK_TOKEN_TTL_MS + SKEW_MS,
          percent: deps.feedbackPercent ?? 0,
        })
        .catch(throwStoreUnavailable(deps.onFault))
      if (came === 'again') throw new ApiError('counted')
      if (came === 'full') throw new ApiError('too_many_requests')
      return c.json(cell)
    },
  )
}

/** Returns a pseudonym of an address for one day. It reveals nothing of the address without the server's key. */
function hashed(key: string, address: string): string {
  return createHmac('sha256', key).update(`share ${address}`).digest('base64url').slice(0, 22)
}

export function issueFeedbackTokens(
  deps: AppDependencies,
  c: Context<AppEnv>,
  statements: readonly VerdictStatement[],
) {
  if (deps.feedbackPercent === null) return {}
  return { agreement: createFeedbackTokens(deps.keys(), c.req.header('X-Session-Token') ?? '', statements) }
}
