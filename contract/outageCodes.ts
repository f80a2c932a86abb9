/** The codes below that close account checks, whatever the name; posts can still be checked. */
export const ACCOUNT_OUTAGE_CODES = [
  'budget_spent',
  'share_spent',
  'hour_spent',
  'operator_refused',
  'no_credentials',
  'not_permitted',
] as const

/**
 * Codes of an `ErrorAnswer` that say why this server has no answer now, though the request was fine. Those marked `Retry-After`
 * come with that header; a proof whose check ends in one of them may be sent again.
 * - `budget_spent` (503, Retry-After): the day's budget for account checks is used up; posts can still be checked.
 * - `share_spent` (503, Retry-After): the caller's address has used its part of that budget. `hour_spent` (503, Retry-After): this hour's
 *   part of it is used up.
 * - `operator_refused` (503, Retry-After): X refuses this server's token, plan or credits; posts can still be checked.
 * - `no_credentials` (503): the server has no token for account checks. `not_permitted` (503): its operator has not switched them on.
 * - `busy` (503, Retry-After): too many checks at once. `upstream_limited` (503, Retry-After): X takes no more requests for now.
 * - `upstream` (502): X answered nothing usable. `upstream_timeout` (504): X did not answer in time.
 * - `store_away` (503, Retry-After): the server's store does not answer.
 */
export const OUTAGE_CODES = [
  ...ACCOUNT_OUTAGE_CODES,
  'busy',
  'upstream_limited',
  'upstream',
  'upstream_timeout',
  'store_away',
] as const
export type OutageCode = (typeof OUTAGE_CODES)[number]
