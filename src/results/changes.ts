import { BANS } from '../../contract/outcomes.ts'
import type { Group } from '../../contract/outcomes.ts'
import type { Finding, LoggedCheck } from '../storage/records.ts'
import { formatMinute } from '../text/japanese.ts'
import { logText } from '../text/log.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../ui/controls.tsx'
import { banLabel, bansSentence, withoutFinding } from './verdicts.ts'

/** A check and the one it is compared with: the one before it of the same account, both real or both from the sandbox. */
export type TimelineEntry = { check: LoggedCheck; before: LoggedCheck | null }
export type LoggedAccount = { account: string; name: string; entries: TimelineEntry[]; findings: Finding[] }

/** The kept checks and findings by account, each newest first; the account with the latest entry comes first. */
export function accountsOf(checks: readonly LoggedCheck[], findings: readonly Finding[]): LoggedAccount[] {
  const accounts = new Map<string, LoggedAccount>()
  const accountFor = ({ account, name }: LoggedCheck | Finding) => {
    const known = accounts.get(account) ?? { account, name, entries: [], findings: [] }
    accounts.set(account, known)
    return known
  }
  checks.forEach((check, index) => {
    const earlier = checks.slice(index + 1)
    const before = earlier.find(
      ({ account, sandbox }) => account === check.account && sandbox === check.sandbox,
    )
    accountFor(check).entries.push({ check, before: before ?? null })
  })
  for (const finding of findings) accountFor(finding).findings.push(finding)
  return [...accounts.values()].sort((a, b) => latest(b) - latest(a))
}

function latest({ entries, findings }: LoggedAccount): number {
  return Math.max(entries[0]?.check.at ?? 0, findings[0]?.at ?? 0)
}

/** What has changed since the check before, in one sentence. */
export function changeSentence(before: LoggedCheck, now: LoggedCheck): string {
  const changes = changesBetween(before, now)
  const date = formatMinute(before.at)
  return changes.length === 0 ? logText.same(date) : logText.since(date, changes)
}

const words = logText.change

/** The differences from the check before, a sentence each. */
function changesBetween(before: LoggedCheck, now: LoggedCheck): string[] {
  if (!bothJudged(before, now)) {
    if (before.state === now.state) return []
    return [words.state(logText.state[before.state], logText.state[now.state])]
  }
  const bans = BANS.flatMap((ban) => {
    const change = changeOf(before.bans[ban], now.bans[ban])
    return change ? [words[change](resultText.ban[ban].name)] : []
  })
  return [...bans, ...partlyChange(before, now), ...withheldChange(before, now), ...postChange(before, now)]
}

/** Search found only some posts: said when it begins, when the numbers change, and when it ends without becoming a ban. */
function partlyChange({ partly: before }: LoggedCheck, { partly, bans }: LoggedCheck): string[] {
  if (!partly) return before && bans.search_ban === false ? [words.whole] : []
  const same = before?.looked === partly.looked && before.found === partly.found
  return same ? [] : [words.partly(partly.looked, partly.found)]
}

function withheldChange(before: LoggedCheck, now: LoggedCheck): string[] {
  const key = ({ withheld }: LoggedCheck) => [...withheld].sort().join(' ')
  return key(before) === key(now) ? [] : [words.withheld]
}

/** An account without posts is judged like any other. */
function bothJudged(...checks: LoggedCheck[]): boolean {
  return checks.every(({ state }) => state === 'open' || state === 'no_tweet')
}

/** Compares two flags; null means that one could not be determined. */
function changeOf(before: boolean | null, now: boolean | null) {
  if (before === now) return null
  if (now === null) return 'unknown'
  if (before === null) return now ? 'foundAfterUnknown' : 'clearAfterUnknown'
  return now ? 'found' : 'gone'
}

function postChange(before: LoggedCheck, now: LoggedCheck): string[] {
  if (!before.posts || !now.posts || before.posts.excluded === now.posts.excluded) return []
  return [words.excluded(before.posts.excluded, now.posts.excluded)]
}

/** How many posts a kept check looked at. */
export function lookedAt(posts: Record<Group, number>): number {
  return Object.values(posts).reduce((sum, count) => sum + count, 0)
}

/** `found` names the bans that were found, where there are any. */
type Summary = { tone: Tone; sentence: string; found?: string }

/**
 * What the result of a kept check said, in one line. Only items that were determined count as clear, and what is not clear about the
 * posts prevents the ✓.
 */
export function summaryOf({ state, bans, posts, postsMissing, partly, withheld }: LoggedCheck): Summary {
  const isJudged = state === 'open' || state === 'no_tweet'
  const found = isJudged ? BANS.filter((ban) => bans[ban] === true) : []
  if (found.length > 0) {
    return { tone: 'excluded', sentence: bansSentence(bans), found: logText.found(found.map(banLabel)) }
  }
  if (state !== 'open') return { tone: 'unknown', sentence: logText.state[state] }
  return withoutFinding({
    bans,
    posts,
    amiss: partly !== null || withheld.length > 0 || postsMissing,
  })
}
