import * as v from 'valibot'
import { DAY_MS } from '../../../contract/dates.ts'
import { BANS } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import { ScreenName } from '../../../contract/wire.ts'
import { shareUrl } from '../../config.ts'
import { ObservedAnswer } from '../../storage/records.ts'
import { isSameDay, formatIsoTime } from '../../text/japanese.ts'
import { GUIDE_PARAMETER, FRIEND_ANSWER_PARAMETER } from './guideAtoms.ts'

/*
 * Two links. The asker sends the first one to a friend: ?screen_name=someone&guide=search_ban.ghost_ban shows the steps. The friend sends the
 * second one back: ?screen_name=someone&seen=2026-11-27.search_ban-seen.ghost_ban-unsure offers to record what the friend saw on that day.
 * Neither holds anything of a result, and the server keeps neither.
 */

const SEPARATOR = '.'
const ANSWER_SEPARATOR = '-'

export const FriendQuestion = v.object({
  name: ScreenName,
  bans: v.pipe(v.array(v.picklist(BANS)), v.minLength(1), v.maxLength(BANS.length)),
})
export type FriendQuestion = v.InferOutput<typeof FriendQuestion>

export function friendQuestionUrl({ name, bans }: { name: string; bans: readonly Ban[] }): string {
  return shareUrl(`?screen_name=${name}&${GUIDE_PARAMETER}=${bans.join(SEPARATOR)}`)
}

/** Returns null if the address asks a friend for nothing. */
export function readFriendQuestionUrl(search: string): FriendQuestion | null {
  const parameters = new URLSearchParams(search)
  const read = v.safeParse(FriendQuestion, {
    name: parameters.get('screen_name'),
    bans: parameters.get(GUIDE_PARAMETER)?.split(SEPARATOR),
  })
  return read.success ? { ...read.output, bans: [...new Set(read.output.bans)] } : null
}

const ObservedBan = v.strictTuple([v.picklist(BANS), ObservedAnswer])
export type ObservedBan = v.InferOutput<typeof ObservedBan>

const Seen = v.pipe(
  v.object({
    name: ScreenName,
    day: v.pipe(v.string(), v.isoDate()),
    seen: v.pipe(v.array(ObservedBan), v.minLength(1), v.maxLength(BANS.length)),
  }),
  v.check(({ seen }) => new Set(seen.map(([ban]) => ban)).size === seen.length, 'an item twice'),
)

/** The link by which a friend sends back what they saw at `at` (Unix milliseconds). */
export function friendAnswerUrl(name: string, seen: readonly ObservedBan[], at: number): string {
  const day = formatIsoTime(at).slice(0, 'YYYY-MM-DD'.length)
  const answers = seen.map((one) => one.join(ANSWER_SEPARATOR))
  return shareUrl(`?screen_name=${name}&${FRIEND_ANSWER_PARAMETER}=${[day, ...answers].join(SEPARATOR)}`)
}

/** Answers of friends that are older than this many days are not accepted: they say nothing about today. */
export const FRIEND_ANSWER_DAYS_MAX = 30

/** The answer of a friend. `at` is a time on the day on which the friend looked, and not later than now. */
export type FriendAnswer = { name: string; seen: ObservedBan[]; at: number }

/** Reads the address. `unreadable`: a part is missing or not one of ours. `old`: it is of another month, or of a day to come. Null if there is none. */
export function readFriendAnswerUrl(search: string, now: number): FriendAnswer | 'unreadable' | 'old' | null {
  const parameters = new URLSearchParams(search)
  const value = parameters.get(FRIEND_ANSWER_PARAMETER)
  if (value === null) return null
  const [day, ...seen] = value.split(SEPARATOR)
  const read = v.safeParse(Seen, {
    name: parameters.get('screen_name'),
    day,
    seen: seen.map((one) => one.split(ANSWER_SEPARATOR)),
  })
  if (!read.success) return 'unreadable'
  const { name, day: date, seen: answers } = read.output
  const noon = new Date(`${date}T12:00`).getTime()
  // A friend in another time zone may be a day ahead.
  if (!(noon <= now + 1.5 * DAY_MS && noon >= now - FRIEND_ANSWER_DAYS_MAX * DAY_MS)) return 'old'
  return { name, seen: answers, at: isSameDay(noon, now) ? now : Math.min(noon, now) }
}
