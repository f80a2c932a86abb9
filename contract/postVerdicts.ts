import type { PostStatus } from './wire.ts'

/** The kinds of outcome that a visitor can filter by, in the order they are shown. */
export const GROUPS = ['ok', 'excluded', 'quote', 'restricted', 'unsearched', 'error'] as const
export type Group = (typeof GROUPS)[number]

/** The groups of servers that send evidence; the other four are there in every result. */
const WITH_EVIDENCE: ReadonlySet<Group> = new Set<Group>(['restricted', 'unsearched'])

/** The groups that a result shows: the four of every result, and the others where there are such posts. */
export function shownGroups(counts: Readonly<Record<Group, number>>): Group[] {
  return GROUPS.filter((group) => !WITH_EVIDENCE.has(group) || counts[group] > 0)
}

/** What a status means: its group, and whether it is final, so that checking the same URL again would not change it. */
type Verdict = { group: Group; final: boolean }

/** The meaning of every status of the wire. A status that is added there does not compile until it has a row here. */
const POST_VERDICTS = {
  AVAILABLE: { group: 'ok', final: true },
  FORBIDDEN: { group: 'excluded', final: true },
  QUATE_FORBIDDEN: { group: 'quote', final: true },
  RESTRICTED: { group: 'restricted', final: true },
  UNSEARCHED: { group: 'unsearched', final: false },
  NOT_FOUND: { group: 'error', final: true },
  UNKNOWN: { group: 'error', final: false },
  INVALID_URL: { group: 'error', final: true },
} as const satisfies Record<PostStatus, Verdict>

type Verdicts = typeof POST_VERDICTS
/** The statuses of posts that were not judged; each has a reason for the visitor. */
export type ErrorStatus = {
  [S in PostStatus]: Verdicts[S]['group'] extends 'error' ? S : never
}[PostStatus]

/** The meaning of a status that a server sent; an unknown or missing one counts as UNKNOWN. */
export function verdictOf(status: string = 'UNKNOWN'): Verdict {
  return isKnown(status) ? POST_VERDICTS[status] : POST_VERDICTS.UNKNOWN
}

function isKnown(status: string): status is PostStatus {
  return Object.hasOwn(POST_VERDICTS, status)
}
