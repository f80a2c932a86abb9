import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { Refusal } from './refusal.ts'

/** `challenge` and `check` cost X and this server work; a `read` (address, preview, history) costs little. */
const SHARE = { challenge: 1, check: 1, read: 10 } as const
export type LimitKind = keyof typeof SHARE

const WINDOW_S = 60

/** From these shares of its limit on, an address gets harder challenges. */
const HARDER = [0.5, 0.75]

/** Counts one call of an address and resolves to the share of its limit that is used up; a `Refusal` 429 beyond it. */
export type Limits = (kind: LimitKind, key: string) => Promise<number>

export const noLimits: Limits = async () => 0

export type LimiterOf = (options: {
  keyPrefix: string
  points: number
  duration: number
}) => RateLimiterAbstract

export function createLimits(
  perMinute: number,
  limiterOf: LimiterOf = (options) => new RateLimiterMemory(options),
): Limits {
  if (perMinute === 0) return noLimits
  const limiter = (kind: LimitKind) =>
    limiterOf({ keyPrefix: `limit:${kind}`, points: perMinute * SHARE[kind], duration: WINDOW_S })
  const limiters = { challenge: limiter('challenge'), check: limiter('check'), read: limiter('read') }

  return async (kind, key) => {
    try {
      const used = await limiters[kind].consume(key)
      return used.consumedPoints / (perMinute * SHARE[kind])
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
      throw new Refusal('rate_limited', seconds)
    }
  }
}

/** The most zeros that a page's 10,000,000 attempts almost surely find: they miss one challenge in 14,000 with five, every second with six. */
export const HARDEST = 5

/** The zeros that an address has to find: up to two more for the share of its limit that it has used. */
export function difficultyFor(used: number, difficulty: number): number {
  return Math.min(difficulty + HARDER.filter((share) => used > share).length, HARDEST)
}
