import * as v from 'valibot'
import { DAY_MS } from '../../contract/dates.ts'
import { WATCH_DAYS_MAX } from '../../contract/outcomes.ts'
import { Count } from '../../contract/evidence.ts'
import { ScreenName } from '../../contract/wire.ts'
import { storedBanState } from '../results/accountVerdict.ts'
import { Timestamp } from '../storage/records.ts'
import type { StoredCheck } from '../storage/records.ts'

/** Watches that a device may have at once. */
export const WATCHES_MAX = 5

/** The first check of a watch comes up to this much later than a day after its creation, so that watches are spread over the hours. */
const SPREAD_MS = DAY_MS / 4

/** A search ban that the device checks again once a day, until it is no longer found. All times are Unix milliseconds. */
export const Watch = v.object({
  /** The name's `accountKey`. */
  account: v.string(),
  name: ScreenName,
  /** Whether the ban was found in the sandbox: checks of the sandbox and of X are not compared. */
  sandbox: v.boolean(),
  /** Version of the method that found the ban; null if the server named none. */
  version: v.nullable(Count),
  /** When the check ended that found the ban. */
  foundAt: Timestamp,
  until: Timestamp,
  /** When the next check may begin. */
  dueAt: Timestamp,
  /** The last check, if it did not find the ban any more: a second one must agree. */
  notFound: v.nullable(v.object({ at: Timestamp, version: v.nullable(Count) })),
  /** When two checks agreed. The watch has then ended, and is kept until the page has told this. */
  confirmedAt: v.nullable(Timestamp),
})
export type Watch = v.InferOutput<typeof Watch>

/** What one automatic check says of a watched ban. `end`: it can not be judged here any more. `unknown` is no news. */
export type Look = 'found' | 'notFound' | 'unknown' | 'end'

/** Returns null if the check found no search ban. `random` is from 0 up to 1. */
export function createWatch(check: StoredCheck, days: number, now: number, random: number): Watch | null {
  if (storedBanState(check, 'search_ban')?.name !== 'found') return null
  const { account, name, sandbox, version, at } = check
  return {
    account,
    name,
    sandbox,
    version,
    foundAt: at,
    until: now + Math.min(days, WATCH_DAYS_MAX) * DAY_MS,
    dueAt: now + DAY_MS + Math.floor(random * SPREAD_MS),
    notFound: null,
    confirmedAt: null,
  }
}

/** Whether a watch still checks. One that began in the future (the clock was set back) has ended too. */
export function isActive({ until, confirmedAt }: Watch, now: number): boolean {
  return confirmedAt === null && until > now && until <= now + (WATCH_DAYS_MAX + 1) * DAY_MS
}

/** `isJudgeable` is false if the server says that it does not judge search bans. */
export function lookOf(check: StoredCheck, { sandbox }: Watch, isJudgeable: boolean): Look {
  if (check.sandbox !== sandbox || !isJudgeable) return 'end'
  const state = storedBanState(check, 'search_ban')?.name
  if (state === 'found') return 'found'
  // An account that has no posts by now was not searched for.
  return state === 'clear' && check.state === 'open' ? 'notFound' : 'unknown'
}

/** The watch after a check, or null if it has ended without news. Only two checks by the same method, one after the other, make news. */
export function afterLook(watch: Watch, look: Look, { at, version }: StoredCheck): Watch | null {
  if (look === 'end') return null
  if (look === 'unknown') return watch
  if (look === 'found') return { ...watch, notFound: null }
  const agrees = watch.notFound !== null && watch.notFound.version === version
  return agrees ? { ...watch, confirmedAt: at } : { ...watch, notFound: { at, version } }
}
