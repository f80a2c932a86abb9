import { BANS, GROUPS } from '../../contract/outcomes.ts'
import type { Ban, Group } from '../../contract/outcomes.ts'
import type { AccountObservation, StoredCheck } from '../storage/records.ts'
import { formatMinute } from '../text/japanese.ts'
import { logText } from '../text/log.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../lib/tones.ts'
import type { BanState } from './verdicts.ts'
import { banLabel, banState, bansSentence, inconclusiveVerdict } from './verdicts.ts'

export type TimelineEntry = { check: StoredCheck; before: StoredCheck | null }
export type StoredAccount = {
  account: string
  name: string
  entries: TimelineEntry[]
  findings: AccountObservation[]
}

export function accountsOf(checks: readonly StoredCheck[], findings: readonly AccountObservation[]) {
  const accounts = new Map<string, StoredAccount>()
  const accountFor = ({ account, name }: StoredCheck | AccountObservation) => {
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

function latest({ entries, findings }: StoredAccount): number {
  return Math.max(entries[0]?.check.at ?? 0, findings[0]?.at ?? 0)
}

export function changeSentence(before: StoredCheck, now: StoredCheck): string {
  const date = formatMinute(before.at)
  if (before.version !== now.version) return logText.otherMethod(date)
  const changes = changesBetween(before, now)
  return changes.length === 0 ? logText.same(date) : logText.since(date, changes)
}

const words = logText.change

function changesBetween(before: StoredCheck, now: StoredCheck): string[] {
  const areJudged = isJudged(before) && isJudged(now)
  const state = stateChange(before, now)
  if (state.length > 0 && !areJudged) return state
  return [
    ...state,
    ...(areJudged ? BANS.flatMap((ban) => banChange(ban, before, now)) : []),
    ...withheldChange(before, now),
    ...postChange(before, now),
  ]
}

function stateChange(before: StoredCheck, now: StoredCheck): string[] {
  if (before.state === now.state) return []
  if (now.state === 'unknown') return [words.stateUnknown.now]
  if (before.state === 'unknown') return [words.stateUnknown.before(logText.state[now.state])]
  return [words.state(logText.state[before.state], logText.state[now.state])]
}

/** Whether the bans of a stored check were judged. They are also for an account without posts or with an unknown state. */
export function isJudged({ state }: StoredCheck): boolean {
  return state === 'open' || state === 'no_tweet' || state === 'unknown'
}

export function storedBanState(check: StoredCheck, ban: Ban): BanState | null {
  return isJudged(check) ? banState(ban, check.bans[ban], check.partly) : null
}

function banChange(ban: Ban, before: StoredCheck, now: StoredCheck): string[] {
  const [earlier, later] = [storedBanState(before, ban), storedBanState(now, ban)]
  if (!earlier || !later || earlier.words === later.words) return []
  const { name } = resultText.ban[ban]
  const gone = earlier.name === 'found' ? [words.gone(name)] : []
  switch (later.name) {
    case 'unknown':
      return [words.unknown(name)]
    case 'found':
      return [earlier.name === 'unknown' ? words.foundAfterUnknown(name) : words.found(name)]
    case 'partly':
      return now.partly ? [...gone, words.partly(now.partly.looked, now.partly.found)] : gone
    case 'clear':
      if (earlier.name === 'partly') return [words.whole]
      return earlier.name === 'unknown' ? [words.clearAfterUnknown(name)] : gone
  }
}

function withheldChange(before: StoredCheck, now: StoredCheck): string[] {
  const key = ({ withheld }: StoredCheck) => [...new Set(withheld)].sort().join(' ')
  return key(before) === key(now) ? [] : [words.withheld]
}

function postChange(before: StoredCheck, now: StoredCheck): string[] {
  const missing =
    before.postsMissing === now.postsMissing ? [] : [words.postsMissing[now.postsMissing ? 'now' : 'before']]
  if (!before.posts || !now.posts) {
    const isSame = before.posts === now.posts || missing.length > 0
    return isSame ? missing : [words.postsUnchecked[before.posts ? 'now' : 'before']]
  }
  if (before.asked && now.asked && before.asked.reposts !== now.asked.reposts) {
    return [...missing, words.repostsAsked[now.asked.reposts ? 'now' : 'before']]
  }
  if (before.judged && now.judged) return [...missing, ...judgedChange(before.judged, now.judged)]
  // Records without `judged` have only counts: older versions did not store the group of each post.
  const counts = GROUPS.flatMap((group) => {
    const [earlier, later] = [before.posts?.[group] ?? 0, now.posts?.[group] ?? 0]
    return earlier === later ? [] : [words.count(resultText.badge[group], earlier, later)]
  })
  return [...missing, ...counts]
}

type Judged = NonNullable<StoredCheck['judged']>

/** Compares posts by their ids. Posts that are new in the list are named separately, unless search found them. Posts that are no longer in the list are ignored. */
function judgedChange(before: Judged, now: Judged): string[] {
  const earlier = new Map(before)
  const known = now.filter(([id]) => earlier.has(id))
  const added = now.filter(([id]) => !earlier.has(id))
  const count = (posts: Judged, group: Group) => posts.filter(([, own]) => own === group).length
  const changed = known.filter(([id, group]) => earlier.get(id) !== group)
  const became = GROUPS.filter((group) => count(changed, group) > 0)
  const isNew = GROUPS.filter((group) => group !== 'ok' && count(added, group) > 0)
  return [
    ...became.map((group) => words.became(resultText.badge[group], count(changed, group))),
    ...isNew.map((group) => words.isNew(resultText.badge[group], count(added, group))),
  ]
}

export function lookedAt(posts: Record<Group, number>): number {
  return Object.values(posts).reduce((sum, count) => sum + count, 0)
}

type Summary = { tone: Tone; sentence: string; found?: string }

/** Summarises a stored check in one line. As in the result itself, posts with a problem prevent the ✓. */
export function summaryOf(check: StoredCheck): Summary {
  const { state, bans, posts, postsMissing, withheld } = check
  const found = isJudged(check) ? BANS.filter((ban) => bans[ban] === true) : []
  if (found.length > 0) {
    return { tone: 'excluded', sentence: bansSentence(bans), found: logText.found(found.map(banLabel)) }
  }
  if (state !== 'open' && state !== 'unknown') return { tone: 'unknown', sentence: logText.state[state] }
  return inconclusiveVerdict({
    bans,
    posts,
    amiss: storedBanState(check, 'search_ban')?.name === 'partly' || withheld.length > 0 || postsMissing,
  })
}
