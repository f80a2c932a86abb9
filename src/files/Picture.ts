/** What a picture of a result says, from top to bottom. */
export type Picture = { title: string; about: string; headline: string; lines: readonly string[] }
