export type DatedPost = { id: string; createdMs: number | null }

const MINUTE_MS = 60_000
/** Younger posts may not have reached the search index yet … */
const YOUNGEST_MS = 10 * MINUTE_MS
/** … and recent search reaches back this far. */
const OLDEST_MS = 7 * 24 * 60 * MINUTE_MS
/** Fewer missing posts than this prove nothing. */
const ENOUGH = 3

/** Whether search hides an account: its own posts of the last week against what search finds of them. Null when that shows neither. */
export function searchBanOf(own: DatedPost[], found: ReadonlySet<string>, now: number): boolean | null {
  const due = own.filter(({ createdMs }) => {
    const age = createdMs === null ? Number.NaN : now - createdMs
    return age >= YOUNGEST_MS && age <= OLDEST_MS
  })
  if (due.some(({ id }) => found.has(id))) return false
  return due.length >= ENOUGH && found.size === 0 ? true : null
}
