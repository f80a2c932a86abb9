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
