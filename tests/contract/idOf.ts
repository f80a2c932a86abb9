/** The id of a post made at a time in Unix milliseconds: X's Snowflake, whose clock begins on 4 November 2010. */
export const idOf = (time: number): string => String(BigInt(time - 1_288_834_974_657) << 22n)
