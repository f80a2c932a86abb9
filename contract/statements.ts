import type { VerdictStatement } from './feedback.ts'
import { verdictOfStatus } from './outcomes.ts'
import type { Ban } from './outcomes.ts'
import type { AccountCheck, PostJudgement } from './wire.ts'

type JudgedBans = Pick<AccountCheck, Ban | 'evidence'>

/** Returns what a check says about a ban. Null if there is no verdict, or if search found only some of the posts. */
export function banStatement(check: JudgedBans, ban: Ban): VerdictStatement | null {
  const flag = check[ban]
  if (flag === null) return null
  const { method, looked = 0, found = looked } = check.evidence?.items[ban] ?? {}
  if (flag === false && found < looked) return null
  return { item: ban, verdict: flag ? 'affected' : 'clear', method: method ?? 'unstated' }
}

/** Returns what a check says about a post that search did not find. Null for every other post: only a missing one can be checked by hand. */
export function postStatement({ status, evidence }: PostJudgement): VerdictStatement | null {
  if (verdictOfStatus(status).group !== 'excluded') return null
  const method = typeof evidence?.found === 'boolean' ? 'post_search' : 'unstated'
  return { item: 'post:excluded', verdict: 'affected', method }
}

export function firstPostStatement(posts: readonly PostJudgement[]): VerdictStatement[] {
  return posts.flatMap((post) => postStatement(post) ?? []).slice(0, 1)
}
