import type { Statement } from './feedback.ts'
import { verdictOf } from './outcomes.ts'
import type { Ban } from './outcomes.ts'
import type { AccountCheck, PostJudgement } from './wire.ts'

type Judged = Pick<AccountCheck, Ban | 'evidence'>

/** Null where there is no verdict, or where search found only some of the posts. */
export function banStatement(check: Judged, ban: Ban): Statement | null {
  const flag = check[ban]
  if (flag === null) return null
  const { method, looked = 0, found = looked } = check.evidence?.items[ban] ?? {}
  if (flag === false && found < looked) return null
  return { item: ban, verdict: flag ? 'affected' : 'clear', method: method ?? 'unstated' }
}

/** Only a post that search did not find can be looked for by hand; null for every other. */
export function postStatement({ status, evidence }: PostJudgement): Statement | null {
  if (verdictOf(status).group !== 'excluded') return null
  const method = typeof evidence?.found === 'boolean' ? 'post_search' : 'unstated'
  return { item: 'post:excluded', verdict: 'affected', method }
}

export function postStatements(posts: readonly PostJudgement[]): Statement[] {
  return posts.flatMap((post) => postStatement(post) ?? []).slice(0, 1)
}
