import type { XSource } from './endpoints.ts'
import type { OperatorFault } from './xErrors.ts'

/** Why X refuses its API to the operator. */
export const API_FAULTS = {
  token: 'X refuses the token: X_BEARER_TOKEN is wrong, revoked or expired.',
  credits: "X says that credits are used up, or that the plan's cap is reached.",
  access: 'X says that this app may not use what is asked for.',
} as const satisfies Record<OperatorFault, string>

const OF_OEMBED = {
  token: "X's public oEmbed asks for a token.",
  credits: "X's public oEmbed asks for payment (402).",
  access: "X's public oEmbed says that it may not be used from here (403).",
} as const satisfies Record<OperatorFault, string>

/** What stands still while X refuses. */
const PAUSED = {
  user: 'Account checks pause for a few minutes.',
  timeline: 'Account checks pause for a few minutes.',
  search: 'Nothing of the last seven days is searched for a few minutes.',
  search_all: 'Nothing older than seven days is searched for a few minutes.',
  posts: 'No post is called excluded for a few minutes.',
  oembed: 'Posts are not read for a few minutes.',
} as const satisfies Record<XSource, string>

/** Why X refuses the operator and what that stops, in plain words for logs and health reports. */
export function faultSentence(source: XSource, fault: OperatorFault): string {
  const why = source === 'oembed' ? OF_OEMBED[fault] : API_FAULTS[fault]
  return `${why} ${PAUSED[source]}`
}

export const answersAgain = (source: XSource) =>
  source === 'oembed' ? "X's public oEmbed answers again." : 'X answers this server again.'
