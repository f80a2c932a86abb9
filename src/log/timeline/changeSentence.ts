import { BANS } from '../../../contract/bans.ts'
import { logText } from '../../text/log.ts'
import { resultText } from '../../text/result.ts'
import type { LoggedCheck } from '../store/LoggedCheck.ts'
import { formatMinute } from '../../text/formatTime.ts'

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
