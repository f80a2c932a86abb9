import * as v from 'valibot'
import { DAY_MS } from '../../contract/dates.ts'
import { parsePostUrl } from '../../contract/names.ts'
import { WATCH_DAYS_MAX, groupOfPost } from '../../contract/outcomes.ts'
import { Count } from '../../contract/evidence.ts'
import { ScreenName } from '../../contract/wire.ts'
import { isDemoResult } from '../check/upstream.ts'
import { storedBanState } from '../results/accountVerdict.ts'
import { isFoundGroup } from '../results/changes.ts'
import type { FinishedBatch } from '../results/finishedBatch.ts'
import { methodOfPosts } from '../results/method.ts'
import { PostId, Timestamp, accountKey } from '../storage/records.ts'
import type { StoredBatch, StoredCheck } from '../storage/records.ts'

/** Watches that a device may have at once. */
export const WATCHES_MAX = 5

/** Posts that one watch checks: so many of a batch are searched for. */
const POSTS_MAX = 20

/** The first check of a watch comes up to this much later than a day after its creation, so that watches are spread over the hours. */
const SPREAD_MS = DAY_MS / 4

/** All times are Unix milliseconds. */
const COMMON_ENTRIES = {
  /** The `watchKey` of what is watched. */
  account: v.string(),
  /** Whether the answer came from the sandbox: checks of the sandbox and of X are not compared. */
  sandbox: v.boolean(),
  /** Version of the method that found the ban or excluded the posts; null if the server named none. */
  version: v.nullable(Count),
  /** The time of the check that found the ban or excluded the posts. */
  foundAt: Timestamp,
  until: Timestamp,
  /** When the next check may begin. */
  dueAt: Timestamp,
  /** When two checks agreed. The watch has then ended, and is kept until the page has told this. */
  confirmedAt: v.nullable(Timestamp),
}

/** A search ban that the device checks again once a day, until it is no longer found. */
const AccountWatch = v.object({
  ...COMMON_ENTRIES,
  name: ScreenName,
  /** The last check, if it did not find the ban any more: a second one must agree. */
  notFound: v.nullable(v.object({ at: Timestamp, version: v.nullable(Count) })),
})
export type AccountWatch = v.InferOutput<typeof AccountWatch>

/** The excluded posts of a batch that the device checks again once a day, until search has found all of them. */
const PostsWatch = v.object({
  ...COMMON_ENTRIES,
  posts: v.pipe(v.array(PostId), v.minLength(1), v.maxLength(POSTS_MAX)),
  /** The posts that search found in one check: a second one must agree. In a watch that has ended, those that two checks found. */
  back: v.nullable(v.object({ at: Timestamp, version: v.nullable(Count), posts: v.array(PostId) })),
})
export type PostsWatch = v.InferOutput<typeof PostsWatch>

export const Watch = v.union([PostsWatch, AccountWatch])
export type Watch = v.InferOutput<typeof Watch>

export type WatchKind = 'account' | 'posts'

export const kindOfWatch = (watch: Watch): WatchKind => ('posts' in watch ? 'posts' : 'account')

/** Identifies a stored check in the log. `name` is null for a check of posts. */
export type StoredCheckRef = { name: string | null; at: number }

/** Returns the key of a watch: that of the account, or one with a blank, which no account's name contains. */
export function watchKey({ name, at }: StoredCheckRef): string {
  return name === null ? `posts ${at}` : accountKey(name)
}

/** The outcome of one automatic check of a watched ban. `end`: this server does not judge it any more. `unknown`: nothing was learned. */
export type WatchOutcome = 'found' | 'notFound' | 'unknown' | 'end'

/** The outcome of one automatic check of watched posts: those that search found, those that it did not find, and those that X no longer has. The others were not judged. */
export type PostsWatchOutcome = { back: string[]; excluded: string[]; gone: string[] } | 'end'

/** Returns null if the check found no search ban. `random` is from 0 up to 1. */
export function createAccountWatch(
  check: StoredCheck,
  days: number,
  now: number,
  random: number,
): AccountWatch | null {
  if (storedBanState(check, 'search_ban')?.name !== 'found') return null
  const { account, name, sandbox, version, at } = check
  const times = watchTimes(days, now, random)
  return { account, name, sandbox, version, foundAt: at, ...times, notFound: null, confirmedAt: null }
}

/** Returns null if the record does not tell which posts were excluded, or none was. `random` is from 0 up to 1. */
export function createPostsWatch(
  batch: StoredBatch,
  days: number,
  now: number,
  random: number,
): PostsWatch | null {
  const posts = watchablePosts(batch)
  if (posts.length === 0) return null
  const { at, sandbox, method } = batch
  const account = watchKey({ name: null, at })
  const version = method?.version ?? null
  const times = watchTimes(days, now, random)
  return { account, posts, sandbox, version, foundAt: at, ...times, back: null, confirmedAt: null }
}

/** The posts of a batch that can be watched, the first ones if there are too many. */
export function watchablePosts({ judged }: StoredBatch): string[] {
  const excluded = judged?.filter(([, group]) => group === 'excluded') ?? []
  return excluded.map(([id]) => id).slice(0, POSTS_MAX)
}

function watchTimes(days: number, now: number, random: number) {
  return {
    until: now + Math.min(days, WATCH_DAYS_MAX) * DAY_MS,
    dueAt: now + DAY_MS + Math.floor(random * SPREAD_MS),
  }
}

/** Whether a watch still checks. One that began in the future (the clock was set back) has ended too. */
export function isWatchActive({ until, confirmedAt }: Watch, now: number): boolean {
  return confirmedAt === null && until > now && until <= now + (WATCH_DAYS_MAX + 1) * DAY_MS
}

/** The keys of the watches that have not ended with news. A watch whose time is over counts until it is deleted. */
export function watchedKeys(watches: readonly Watch[]): ReadonlySet<string> {
  const unconfirmed = watches.filter(({ confirmedAt }) => confirmedAt === null)
  return new Set(unconfirmed.map(({ account }) => account))
}

/** `isJudgeable` is false if the server says that it does not judge search bans. */
export function watchOutcomeOf(
  check: StoredCheck,
  { sandbox }: AccountWatch,
  isJudgeable: boolean,
): WatchOutcome {
  if (check.sandbox !== sandbox || !isJudgeable) return 'end'
  const state = storedBanState(check, 'search_ban')?.name
  if (state === 'found') return 'found'
  // An account that has no posts by now was not searched for.
  return state === 'clear' && check.state === 'open' ? 'notFound' : 'unknown'
}

export function postsWatchOutcomeOf(batch: FinishedBatch, { sandbox, posts }: PostsWatch): PostsWatchOutcome {
  if (isDemoResult(batch) !== sandbox) return 'end'
  const results = new Map(batch.results.map((result) => [parsePostUrl(result.url)?.id, result]))
  const outcome = { back: [] as string[], excluded: [] as string[], gone: [] as string[] }
  for (const id of posts) {
    const result = results.get(id)
    const group = result && groupOfPost(result)
    if (group === 'excluded') outcome.excluded.push(id)
    else if (group && isFoundGroup(group)) outcome.back.push(id)
    else if (result?.status === 'NOT_FOUND') outcome.gone.push(id)
  }
  return outcome
}

/** The watch that goes on after a check (`rest`), and the watch that has ended with news (`news`). Either may be null. */
export type WatchAfterOutcome = { rest: Watch | null; news: Watch | null }

/** Only two checks by the same method, one after the other, make news. */
export function watchAfterOutcome(
  watch: AccountWatch,
  outcome: WatchOutcome,
  { at, version }: StoredCheck,
): WatchAfterOutcome {
  if (outcome === 'end') return { rest: null, news: null }
  if (outcome === 'unknown') return { rest: watch, news: null }
  if (outcome === 'found') return { rest: { ...watch, notFound: null }, news: null }
  const agrees = watch.notFound !== null && watch.notFound.version === version
  if (agrees) return { rest: null, news: { ...watch, confirmedAt: at } }
  return { rest: { ...watch, notFound: { at, version } }, news: null }
}

/**
 * As for a ban, but each post by itself. The posts that were found twice leave the watch, and become news with a key of their own. The watch
 * ends when X no longer has any of the others.
 */
export function postsWatchAfterOutcome(
  watch: PostsWatch,
  outcome: PostsWatchOutcome,
  batch: FinishedBatch,
): WatchAfterOutcome {
  if (outcome === 'end') return { rest: null, news: null }
  const { timestamp: at, results } = batch
  const version = methodOfPosts(results)?.version ?? null
  const isKnown = outcome.back.length > 0 || outcome.excluded.length > 0
  // An outcome that judged nothing has no method: it changes nothing.
  const before = !isKnown || watch.back?.version === version ? (watch.back?.posts ?? []) : []
  const twice = outcome.back.filter((id) => before.includes(id))
  const posts = watch.posts.filter((id) => !twice.includes(id))
  const once = posts.filter(
    (id) => outcome.back.includes(id) || (before.includes(id) && !outcome.excluded.includes(id)),
  )
  const back = once.length === 0 ? null : isKnown ? { at, version, posts: once } : watch.back
  const isOver = posts.every((id) => outcome.gone.includes(id))
  return {
    rest: isOver ? null : { ...watch, posts, back },
    news: twice.length === 0 ? null : toConfirmedPostsWatch(watch, twice, batch),
  }
}

/** The watch as it ends with news about these posts, with a key of its own: the rest of the posts may still be watched. */
export function toConfirmedPostsWatch(watch: PostsWatch, posts: string[], batch: FinishedBatch): PostsWatch {
  const { timestamp: at, results } = batch
  const version = methodOfPosts(results)?.version ?? null
  return { ...watch, account: `${watch.account} ${at}`, back: { at, version, posts }, confirmedAt: at }
}
