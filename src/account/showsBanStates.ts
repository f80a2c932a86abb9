import type { AccountCheck } from '../../contract/wire.ts'

/** Whether the four bans carry a state at all. */
export function showsBanStates(check: AccountCheck): boolean {
  return !check.not_found && !check.suspend && !check.protect && !isLimited(check)
}

/** Whether X took no more searches for users. */
export function isLimited(check: AccountCheck): boolean {
  return check.api_status.userSearchGroup.rate_limit
}
