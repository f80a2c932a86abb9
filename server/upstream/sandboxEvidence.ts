import type { Evidence, ItemEvidence, UnjudgedReason } from '../../contract/evidence.ts'
import { DAY_MS } from '../../contract/japanDay.ts'
import type { SandboxState } from './sandboxStates.ts'

/** Posts that the invented search looked for, and fewer where an account stands for an undetermined result. */
const LOOKED = 5
const TOO_FEW = 2

/** Invented evidence for an invented answer. Only the search ban names a method: X offers no way to test the other three items. */
export function sandboxEvidence(
  { hints = {}, ...check }: Omit<SandboxState, 'tweets'>,
  now: number,
): Evidence {
  const span = { from: now - 7 * DAY_MS, to: now - 600_000, time: now }
  const limited = check.api_status.userSearchGroup.rate_limit
  const closed = check.suspend || check.not_found || check.protect || check.no_tweet
  const because = (reason: UnjudgedReason): ItemEvidence => ({
    method: null,
    reason: limited ? 'limited' : closed ? 'account' : reason,
    time: now,
  })
  const shown = (flag: boolean | null): ItemEvidence =>
    flag === null ? because('no_method') : { method: null, reason: null, time: now }
  const search = (flag: boolean | null): ItemEvidence => {
    if (limited || closed) return because('search_failed')
    const { reason = flag === null ? 'too_few' : null, looked, found } = hints.search ?? {}
    const counts = {
      looked: looked ?? (flag === null ? TOO_FEW : LOOKED),
      found: found ?? (flag === false ? LOOKED : 0),
    }
    const control = reason === 'no_control' ? {} : { control: now }
    return { method: 'recent_search', reason, ...counts, ...control, ...span }
  }
  return {
    time: now,
    ...(hints.withheld && { withheld: hints.withheld }),
    items: {
      search_suggestion_ban: shown(check.search_suggestion_ban),
      search_ban: search(check.search_ban),
      ghost_ban: shown(check.ghost_ban),
      reply_deboosting: shown(check.reply_deboosting),
    },
  }
}
