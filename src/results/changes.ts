import { BANS, POST_GROUPS } from '../../contract/outcomes.ts'
import type { Ban, PostGroup } from '../../contract/outcomes.ts'
import { accountKey, isBanObservation } from '../storage/records.ts'
import type { BanObservation, Observation, StoredCheck } from '../storage/records.ts'
import { formatNearDay, isSameDay, formatShortTime } from '../text/japanese.ts'
import { logText } from '../text/log.ts'
import { resultText } from '../text/result.ts'
import { couldBansBeJudged, storedBanState } from './accountVerdict.ts'
import { countJudgedPosts } from './posts.ts'
import type { BanState } from './verdicts.ts'

export type TimelineEntry = { check: StoredCheck; before: StoredCheck | null }
export type StoredAccount = {
  account: string
  name: string
  entries: TimelineEntry[]
  observations: BanObservation[]
}

export function groupByAccount(checks: readonly StoredCheck[], observations: readonly Observation[]) {
  const accounts = new Map<string, StoredAccount>()
  const accountFor = (name: string) => {
    const account = accountKey(name)
    const known = accounts.get(account) ?? { account, name, entries: [], observations: [] }
    accounts.set(account, known)
    return known
  }
  checks.forEach((check, index) => {
    const earlier = checks.slice(index + 1)
    const before = earlier.find(
      ({ account, sandbox }) => account === check.account && sandbox === check.sandbox,
    )
    accountFor(check.name).entries.push({ check, before: before ?? null })
  })
  for (const observation of observations) {
    if (isBanObservation(observation)) accountFor(observation.name).observations.push(observation)
  }
  return [...accounts.values()].sort((a, b) => latest(b) - latest(a))
}

function latest({ entries, observations }: StoredAccount): number {
  return Math.max(entries[0]?.check.at ?? 0, observations[0]?.at ?? 0)
}

/** `better` and `worse` compare items that both checks judged. `incomparable`: the checks used different versions of the method. */
export type ChangeKind = 'better' | 'worse' | 'other' | 'same' | 'incomparable'

/** Describes the change since the check before: `sentence` is shown below a result, and `more` names the other differences. */
export type ChangeBetweenChecks = { kind: ChangeKind; sentence: string; more: string | null }

type BanChange = { ban: Ban; earlier: BanState; later: BanState }

/** One difference between two checks. `note`: only one of the checks asked for this or got an answer, so it is no change. */
type Difference = {
  sentence: string
  kind?: 'better' | 'worse' | 'note' | undefined
  ban?: BanChange
}

/** Says what changed since the check before; null if nothing did. */
export function changeSentence(before: StoredCheck, now: StoredCheck): string | null {
  const date = formatShortTime(before.at, now.at)
  const incomparable = whyIncomparable(before, now, date)
  if (incomparable !== null) return incomparable
  const sentences = differencesBetween(before, now).map(({ sentence }) => sentence)
  return sentences.length === 0 ? null : logText.since(date, sentences)
}

/** Describes the change between two checks. If only one ban changed, or several in the same way, that comes first: Search Ban：検出 → 検出なし（前回 11月26日）. */
export function changeBetween(before: StoredCheck, now: StoredCheck): ChangeBetweenChecks {
  const date = isSameDay(before.at, now.at)
    ? formatShortTime(before.at, now.at)
    : formatNearDay(before.at, now.at)
  const incomparable = whyIncomparable(before, now, date)
  if (incomparable !== null) return { kind: 'incomparable', sentence: incomparable, more: null }
  const all = differencesBetween(before, now)
  const changes = all.filter(({ kind }) => kind !== 'note')
  const notes = all.filter(({ kind }) => kind === 'note')
  const list = (some: readonly Difference[]) => logText.listed(some.map(({ sentence }) => sentence))
  if (changes.length === 0) {
    const sentence = notes.length === 0 ? logText.same(date) : logText.samePart(date)
    return { kind: 'same', sentence, more: notes.length === 0 ? null : list(notes) }
  }
  const bans = changes.flatMap(({ ban }) => ban ?? [])
  const changed = inOneWay(bans)
  const kind = kindOf(changes)
  if (!changed) {
    const sentence = logText.since(
      date,
      changes.map((change) => change.sentence),
    )
    return { kind, sentence, more: notes.length === 0 ? null : list(notes) }
  }
  const rest = all.filter(({ ban }) => !ban)
  return {
    kind,
    sentence: transition(date, changed, bans.length),
    more: rest.length === 0 ? null : logText.besides(rest.map(({ sentence }) => sentence)),
  }
}

const isOtherAccount = (one: StoredCheck, other: StoredCheck) =>
  one.userId !== undefined && other.userId !== undefined && one.userId !== other.userId

/** Whether two checks of a name were of the same account, by the same version of the method. */
export const isComparable = (one: StoredCheck, other: StoredCheck) =>
  !isOtherAccount(one, other) && one.version === other.version

/** Why two checks are not compared; null if they are. */
function whyIncomparable(before: StoredCheck, now: StoredCheck, date: string): string | null {
  if (isOtherAccount(before, now)) return logText.otherAccount()
  if (before.version !== now.version) return logText.otherMethod(date)
  const isOpen = couldBansBeJudged(before) && couldBansBeJudged(now)
  const isNothingJudged =
    isOpen &&
    before.state !== 'no_tweet' &&
    !BANS.some((ban) => before.bans[ban] !== null && now.bans[ban] !== null) &&
    !(hasJudgedPosts(before) && hasJudgedPosts(now))
  return isNothingJudged && differencesBetween(before, now).every(({ kind }) => kind === 'note')
    ? logText.nothingToCompare(date)
    : null
}

const hasJudgedPosts = ({ posts }: StoredCheck): boolean => posts !== null && countJudgedPosts(posts) > 0

/** The first of the changes if all went from the same words to the same words. */
function inOneWay(changes: readonly BanChange[]): BanChange | null {
  const [first] = changes
  const isSame = ({ earlier, later }: BanChange) =>
    earlier.words === first?.earlier.words && later.words === first.later.words
  return first && changes.every(isSame) ? first : null
}

function transition(date: string, { ban, earlier, later }: BanChange, count: number): string {
  const { state, sentence, several } = logText.transition
  return sentence(
    date,
    count === 1 ? resultText.ban[ban].name : several(count),
    state[earlier.name](earlier.words),
    state[later.name](later.words),
  )
}

/** Bans decide before posts. Changes for the better and for the worse together are neither. */
function kindOf(changes: readonly Difference[]): ChangeKind {
  const bans = changes.filter(({ ban }) => ban)
  const kinds = new Set((bans.length > 0 ? bans : changes).map(({ kind }) => kind))
  const [only] = kinds
  return kinds.size === 1 && (only === 'better' || only === 'worse') ? only : 'other'
}

const words = logText.change

function differencesBetween(before: StoredCheck, now: StoredCheck): Difference[] {
  const areJudged = couldBansBeJudged(before) && couldBansBeJudged(now)
  const state = stateChange(before, now)
  if (state.length > 0 && !areJudged) return state
  return [
    ...state,
    ...(areJudged ? BANS.flatMap((ban) => banChange(ban, before, now)) : []),
    ...withheldChange(before, now),
    ...postChange(before, now),
  ]
}

function stateChange(before: StoredCheck, now: StoredCheck): Difference[] {
  if (before.state === now.state) return []
  if (now.state === 'unknown') return [{ sentence: words.stateUnknown.now }]
  if (before.state === 'unknown') {
    return [{ sentence: words.stateUnknown.before(logText.state[now.state]) }]
  }
  return [{ sentence: words.state(logText.state[before.state], logText.state[now.state]) }]
}

/** How much of a ban was found, for the direction of a change. An unknown state has no direction. */
const RANKS = { clear: 0, partly: 1, found: 2, unknown: null } as const satisfies Record<
  BanState['name'],
  number | null
>

function banChange(ban: Ban, before: StoredCheck, now: StoredCheck): Difference[] {
  const [earlier, later] = [storedBanState(before, ban), storedBanState(now, ban)]
  if (!earlier || !later || earlier.words === later.words) return []
  const [from, to] = [RANKS[earlier.name], RANKS[later.name]]
  const isJudgedTwice = from !== null && to !== null && from !== to
  return [
    {
      sentence: logText.listed(banSentences(ban, { earlier, later, now })),
      ban: { ban, earlier, later },
      ...(isJudgedTwice && { kind: to < from ? 'better' : 'worse' }),
    },
  ]
}

type BanStates = { earlier: BanState; later: BanState; now: StoredCheck }

function banSentences(ban: Ban, { earlier, later, now }: BanStates): string[] {
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

function withheldChange(before: StoredCheck, now: StoredCheck): Difference[] {
  const key = ({ withheld }: StoredCheck) => [...new Set(withheld)].sort().join(' ')
  return key(before) === key(now) ? [] : [{ sentence: words.withheld }]
}

const note = (sentence: string): Difference => ({ sentence, kind: 'note' })

function postChange(before: StoredCheck, now: StoredCheck): Difference[] {
  const missing =
    before.postsMissing === now.postsMissing
      ? []
      : [note(words.postsMissing[now.postsMissing ? 'now' : 'before'])]
  if (!before.posts || !now.posts) {
    const isSame = before.posts === now.posts || missing.length > 0
    return isSame ? missing : [note(words.postsUnchecked[before.posts ? 'now' : 'before'])]
  }
  if (before.asked.reposts !== now.asked.reposts) {
    return [...missing, note(words.repostsAsked[now.asked.reposts ? 'now' : 'before'])]
  }
  return [...missing, ...judgedChange(before.judged, now.judged)]
}

/** Posts as the log stores them: the id and the group of each. */
type JudgedPosts = readonly (readonly [id: string, group: PostGroup, ...why: unknown[]])[]
type PostChange = { id: string; earlier: PostGroup; later: PostGroup }

/**
 * Compares posts by their ids. `changed`: posts whose result is another one. `added`: posts that were not among the earlier ones. A post
 * that occurs twice counts once, and posts that are no longer in the list are ignored.
 */
function comparePosts(before: JudgedPosts, now: JudgedPosts) {
  const earlierById = new Map(before.map(([id, group]) => [id, group]))
  const changed: PostChange[] = []
  const added: { id: string; later: PostGroup }[] = []
  for (const [id, later] of new Map(now.map(([id, group]) => [id, group]))) {
    const earlier = earlierById.get(id)
    if (earlier === undefined) added.push({ id, later })
    else if (earlier !== later) changed.push({ id, earlier, later })
  }
  return { changed, added }
}

/** Search finds posts of these groups. Of the other groups only `excluded` says that it does not. */
const FOUND_GROUPS: ReadonlySet<PostGroup> = new Set(['ok', 'quote'])

const isFoundGroup = (group: PostGroup) => FOUND_GROUPS.has(group)
type GroupChange = Omit<PostChange, 'id'>
export const isBackInSearch = ({ earlier, later }: GroupChange) =>
  earlier === 'excluded' && isFoundGroup(later)
export const isGoneFromSearch = ({ earlier, later }: GroupChange) =>
  isFoundGroup(earlier) && later === 'excluded'

/** Says how many posts changed to each result, and then how many new posts in the list have each result other than `ok`. */
function judgedChange(before: JudgedPosts, now: JudgedPosts): Difference[] {
  const { changed, added } = comparePosts(before, now)
  const count = (posts: readonly { later: PostGroup }[], group: PostGroup) =>
    posts.filter(({ later }) => later === group).length
  const unjudged = changed.filter(({ earlier }) => earlier === 'unsearched')
  const compared = changed.filter(({ earlier }) => earlier !== 'unsearched')
  const became = POST_GROUPS.filter((group) => count(compared, group) > 0)
  const known = POST_GROUPS.filter((group) => count(unjudged, group) > 0)
  const isNew = POST_GROUPS.filter((group) => group !== 'ok' && count(added, group) > 0)
  const kindOfGroup = (group: PostGroup): Difference['kind'] => {
    const posts = compared.filter(({ later }) => later === group)
    if (posts.every(isBackInSearch)) return 'better'
    return posts.every(isGoneFromSearch) ? 'worse' : undefined
  }
  return [
    ...became.map((group) => ({
      sentence: words.became(resultText.badge[group], count(compared, group)),
      kind: kindOfGroup(group),
    })),
    ...known.map((group) => note(words.unjudgedBefore(resultText.badge[group], count(unjudged, group)))),
    ...isNew.map((group) => ({ sentence: words.isNew(resultText.badge[group], count(added, group)) })),
  ]
}
