import { DAY_MS } from '../../contract/japanDay.ts'
import { Refusal } from './refusal.ts'

/**
 * How often a minute one address may do what, in shares of `RATE_LIMIT_PER_MINUTE`. `challenge` and `check` cost X and this server work;
 * `timings` and `agreement` are told once for each; a `preview` costs X a little (a batch of 200 posts can be previewed in a minute); a `read` (address, history) costs next to nothing.
 */
const SHARE = { challenge: 1, check: 1, timings: 1, agreement: 1, preview: 4, read: 10 } as const
export type LimitKind = keyof typeof SHARE

const WINDOW_MS = 60_000

/** Counts one call of an address and resolves to the share of its limit that is used up; a `Refusal` 429 beyond it. */
export type Limits = (kind: LimitKind, key: string) => Promise<number>

export const noLimits: Limits = async () => 0

/** Counts a key's calls, or whatever `amount` they stand for, since its window began: how many with this one, and how long the window lasts. */
export type Count = (
  key: string,
  windowMs: number,
  amount?: number,
) => Promise<{ calls: number; msLeft: number }>

/** Counts the bytes that are to be stored for an address: false where it would have more than its part of a day. */
export type Storing = (share: string, bytes: number) => Promise<boolean>

export function createStoring(bytesPerDay: number, count: Count): Storing {
  return async (share, bytes) => (await count(`stored:${share}`, DAY_MS, bytes)).calls <= bytesPerDay
}

export function createLimits(perMinute: number, count: Count): Limits {
  if (perMinute === 0) return noLimits
  return async (kind, key) => {
    const { calls, msLeft } = await count(`${kind}:${key}`, WINDOW_MS)
    const share = calls / (perMinute * SHARE[kind])
    if (share > 1) throw new Refusal('rate_limited', Math.max(1, Math.ceil(msLeft / 1000)))
    return share
  }
}
