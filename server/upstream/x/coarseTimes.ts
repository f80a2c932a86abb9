import { BANS } from '../../../contract/outcomes.ts'
import type { ItemEvidence } from '../../../contract/evidence.ts'
import type { AccountCheck, PostJudgement } from '../../../contract/wire.ts'

const COARSE_MS = 5 * 60_000
const toCoarse = (time: number) => Math.floor(time / COARSE_MS) * COARSE_MS

type Times = { time?: number | undefined; control?: number | undefined }

/**
 * Rounds times down to five minutes if they are from before `startedAt`, when this request began: they come from the cache, and exact times
 * would tell when somebody else checked this account or post.
 */
function coarsen<T extends Times>(evidence: T, startedAt: number): T {
  const coarse = { ...evidence }
  for (const name of ['time', 'control'] as const) {
    const value = coarse[name]
    if (value !== undefined && value < startedAt) coarse[name] = toCoarse(value)
  }
  return coarse
}

/** Rounds the ends of the searched span, because they reveal when the account was read. */
function coarsenSpan({ from, to, ...item }: ItemEvidence): ItemEvidence {
  return {
    ...item,
    ...(from !== undefined && { from: toCoarse(from) }),
    ...(to !== undefined && { to: toCoarse(to) }),
  }
}

export function coarsenPost<T extends Pick<PostJudgement, 'evidence'>>(post: T, startedAt: number): T {
  return post.evidence ? { ...post, evidence: coarsen(post.evidence, startedAt) } : post
}

export function coarsenAccount(check: AccountCheck, startedAt: number): AccountCheck {
  const { evidence, tweets } = check
  if (!evidence) return check
  const items = { ...evidence.items }
  const isCached = evidence.time < startedAt
  for (const ban of BANS) {
    const item = coarsen(items[ban], startedAt)
    items[ban] = isCached ? coarsenSpan(item) : item
  }
  return {
    ...check,
    evidence: {
      ...coarsen(evidence, startedAt),
      items,
      ...(evidence.tweets && { tweets: coarsen(evidence.tweets, startedAt) }),
    },
    ...(tweets && { tweets: tweets.map((post) => coarsenPost(post, startedAt)) }),
  }
}
