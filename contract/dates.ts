export const JAPAN_MS = 9 * 3_600_000
export const DAY_MS = 86_400_000

export function japanDay(time: number): string {
  return new Date(time + JAPAN_MS).toISOString().slice(0, 10)
}

export function endOfJapanDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) - JAPAN_MS + DAY_MS
}

/** The epoch of X's Snowflake ids: 4 November 2010. */
const ID_EPOCH_MS = 1_288_834_974_657
/** Bits below the clock: the machine and its sequence number. */
const ID_LOW_BITS = BigInt(22)
/** Ids below this were counted up before ids held a clock. */
const FIRST_DATED_ID = BigInt('29700859247')
const ID = /^[0-9]{1,19}$/

/** The lowest id of a post made at `time`, in Unix milliseconds. */
export function firstSnowflake(time: number): bigint {
  return BigInt(time - ID_EPOCH_MS) << ID_LOW_BITS
}

/** When a post was made; null for a text that is not an id, and for posts from before Snowflake ids. */
export function snowflakeDate(id: string): Date | null {
  if (!ID.test(id)) return null
  const number = BigInt(id)
  return number < FIRST_DATED_ID ? null : new Date(Number(number >> ID_LOW_BITS) + ID_EPOCH_MS)
}
