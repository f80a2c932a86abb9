import { expect, it } from 'vitest'
import type { VerdictStatement, FeedbackToken } from '../../../contract/feedback.ts'
import { issueChallenge } from '../../../server/proof/challenge.ts'
import type { SigningKeys } from '../../../server/proof/challenge.ts'
import {
  FEEDBACK_TOKEN_TTL_MS,
  createFeedbackTokens,
  verifyFeedbackToken,
} from '../../../server/proof/feedbackToken.ts'

/** A whole second, as challenges count. */
const NOW = 1_790_000_000_000
const OLD: SigningKeys = ['an-old-secret']
const CURRENT: SigningKeys = ['a-current-secret', ...OLD]
const STATED: VerdictStatement[] = [
  { item: 'search_ban', verdict: 'clear', method: 'recent_search' },
  { item: 'post:excluded', verdict: 'affected', method: 'post_search' },
]
const token = issueChallenge(OLD, 'batch', 3, NOW)

function given(keys: SigningKeys, from = token): [FeedbackToken, FeedbackToken] {
  const [first, second] = createFeedbackTokens(keys, from, STATED)
  if (!first || !second) throw new Error('a statement without a ticket')
  return [first, second]
}
const seen = (ticket: FeedbackToken) => ({ ...ticket, seen: 'seen', viewer: 'unstated' }) as const
/** How long the feedback token still holds, or why it is refused. */
function held(keys: SigningKeys, ticket: FeedbackToken, now = NOW) {
  try {
    return verifyFeedbackToken(keys, seen(ticket), now).ttlMs
  } catch (error) {
    return (error as { code: string }).code
  }
}

it('a feedback token states the verdict and the day in Japan of the challenge', () => {
  const [{ ticket, ...first }, second] = given(OLD)
  expect(first).toEqual({ ...STATED[0], day: '2026-09-21' })
  expect(second).toMatchObject({ ...STATED[1], day: '2026-09-21' })
  expect(ticket).toMatch(/^[\w-]{48}$/)
})

it('a feedback token is the same for the same check, and another for each item and each check', () => {
  const [first, second] = given(OLD)
  expect(given(OLD)).toEqual([first, second])
  const [third] = given(OLD, issueChallenge(OLD, 'batch', 3, NOW))
  const ids = [first, second, third].map((ticket) => verifyFeedbackToken(OLD, seen(ticket), NOW).id)
  expect(new Set(ids).size).toBe(3)
  for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/)
})

it('a feedback token is valid for 40 minutes from the challenge, and not a millisecond more', () => {
  const [ticket] = given(OLD)
  expect(held(OLD, ticket)).toBe(FEEDBACK_TOKEN_TTL_MS)
  expect(held(OLD, ticket, NOW + FEEDBACK_TOKEN_TTL_MS - 1)).toBe(1)
  expect(held(OLD, ticket, NOW + FEEDBACK_TOKEN_TTL_MS)).toBe('old_ticket')
})

it('a feedback token is valid under each of the secrets in use, and under no other', () => {
  const [ticket] = given(OLD)
  expect(held(CURRENT, ticket)).toBe(FEEDBACK_TOKEN_TTL_MS)
  expect(held(CURRENT, given(CURRENT)[0])).toBe(FEEDBACK_TOKEN_TTL_MS)
  expect(held(OLD, given(CURRENT)[0])).toBe('bad_ticket')
})

it.each([
  ['item', { item: 'ghost_ban' }],
  ['verdict', { verdict: 'affected' }],
  ['method', { method: 'unstated' }],
  ['day', { day: '2026-09-22' }],
] as const)('a feedback token is valid for its own %s only', (_, other) => {
  expect(held(OLD, { ...given(OLD)[0], ...other })).toBe('bad_ticket')
})
