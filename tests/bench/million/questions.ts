import { issue } from '../../../server/proof/challenge.ts'
import type { Keys } from '../../../server/proof/challenge.ts'
import { CHECK } from '../server/load.ts'

export type Question = 'issue' | 'check'
export const BODY = JSON.stringify(CHECK)
export const PATHS = {
  issue: '/api/generate-keyvalue',
  check: '/api/check-by-user',
} as const satisfies Record<Question, string>

/** Visitors who take turns, each with an address of their own. */
const VISITORS = 100_000

/** The headers of one question after the other. Every check carries a fresh challenge, signed here with the server's own key. */
export function headersFrom(keys: Keys): (question: Question) => Record<string, string> {
  let count = 0
  return (question) => {
    count = (count + 1) % VISITORS
    return {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${count >> 16}.${(count >> 8) & 255}.${count & 255}`,
      ...(question === 'check' && {
        'x-session-token': issue(keys, CHECK, 0, Date.now()),
        'x-request-hash': '1',
      }),
    }
  }
}
