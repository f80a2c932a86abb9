import type { Evidence } from './evidence.ts'
import type { Statement } from './feedback.ts'
import { BANS, verdictOf } from './outcomes.ts'
import type { Ban, Group } from './outcomes.ts'
import type { PostResult } from './wire.ts'

type Judged = Record<Ban, boolean | null> & { evidence?: Evidence | undefined }

/** The verdict on one ban; null where there is none, or where search found a part of the posts and hides the rest. */
export function banStatement(check: Judged, ban: Ban): Statement | null {
  const flag = check[ban]
  if (flag === null) return null
  const { method, looked = 0, found = looked } = check.evidence?.items[ban] ?? {}
  if (flag === false && found < looked) return null
  return { item: ban, verdict: flag ? 'affected' : 'clear', method: method ?? 'unstated' }
}

const OF_GROUP: Partial<Record<Group, Pick<Statement, 'item' | 'verdict'>>> = {
  ok: { item: 'post:ok', verdict: 'clear' },
  excluded: { item: 'post:excluded', verdict: 'affected' },
  quote: { item: 'post:quote', verdict: 'clear' },
}

/** The verdict on one post; null where search gave none. */
export function postStatement({
  status,
  evidence,
}: Pick<PostResult, 'status' | 'evidence'>): Statement | null {
  const stated = OF_GROUP[verdictOf(status).group]
  if (!stated) return null
  return { ...stated, method: typeof evidence?.found === 'boolean' ? 'post_search' : 'unstated' }
}

/** The verdicts on an account's four items. */
export function banStatements(check: Judged): Statement[] {
  return BANS.flatMap((ban) => banStatement(check, ban) ?? [])
}

/** The verdicts on posts, one of each kind: the first. */
export function postStatements(posts: readonly Pick<PostResult, 'status' | 'evidence'>[]): Statement[] {
  const byItem = new Map<string, Statement>()
  for (const post of posts) {
    const stated = postStatement(post)
    if (stated && !byItem.has(stated.item)) byItem.set(stated.item, stated)
  }
  return [...byItem.values()]
}
