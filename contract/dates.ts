/** Japan's offset from UTC, which never changes, in milliseconds. */
export const JAPAN_MS = 9 * 3_600_000
export const DAY_MS = 86_400_000

/** The day in Japan, e.g. 2026-11-22, at a Unix time in milliseconds. */
export function japanDay(time: number): string {
  return new Date(time + JAPAN_MS).toISOString().slice(0, 10)
}

/** When a day in Japan ends, in Unix milliseconds. */
export function endOfJapanDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - JAPAN_MS + DAY_MS
}

/** Where the clock of X's post ids begins, in Unix milliseconds: 4 November 2010. */
const ID_EPOCH_MS = 1_288_834_974_657
/** Bits below the clock: which machine of X made the id, and its count within the millisecond. */
const ID_LOW_BITS = BigInt(22)
/** Ids below this were counted up before ids held a clock. */
const FIRST_DATED_ID = BigInt('29700859247')
/** Ids are signed 64-bit numbers. */
const ID = /^[0-9]{1,19}$/

/** When a post was made, read from its Snowflake id; null for a text that is not an id, and for posts older than November 2010. */
export function snowflakeDate(id: string): Date | null {
  if (!ID.test(id)) return null
  const number = BigInt(id)
  return number < FIRST_DATED_ID ? null : new Date(Number(number >> ID_LOW_BITS) + ID_EPOCH_MS)
}
