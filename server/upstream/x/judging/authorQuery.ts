/** X takes a name of digits alone for an account's number. */
export const isNumber = (name: string) => /^[0-9]+$/.test(name)

/** The question that finds an account's posts, by name and by number; reposts are left out. */
export const fromAccount = (name: string, id: string) =>
  `${isNumber(name) ? `from:${id}` : `(from:${name} OR from:${id})`} -is:retweet`
