export const JAPAN_UTC_OFFSET_MS = 9 * 3_600_000
export const DAY_MS = 86_400_000

/** Formats the calendar day in Japan as yyyy-mm-dd. `time` is in Unix milliseconds. */
export function toJapanDay(time: number): string {
  return new Date(time + JAPAN_UTC_OFFSET_MS).toISOString().slice(0, 10)
}

/** X's Snowflake ids count milliseconds from this moment on: 4 November 2010. */
const ID_EPOCH_MS = 1_288_834_974_657
/** The bits below the clock hold the machine and its sequence number. */
const ID_LOW_BITS = BigInt(22)
/** Ids below this one are plain numbers: they were given before ids held a clock. */
const FIRST_DATED_ID = BigInt('29700859247')
const ID_PATTERN = /^[0-9]{1,19}$/

/** Returns the lowest id that a post made at `time` can have. `time` is in Unix milliseconds. */
export function firstSnowflakeAt(time: number): bigint {
  return BigInt(time - ID_EPOCH_MS) << ID_LOW_BITS
}

/** Reads from an id when its post was made. Null if the text is not an id, or if the post is older than Snowflake ids. */
export function snowflakeDate(id: string): Date | null {
  if (!ID_PATTERN.test(id)) return null
  const number = BigInt(id)
  return number < FIRST_DATED_ID ? null : new Date(Number(number >> ID_LOW_BITS) + ID_EPOCH_MS)
}
