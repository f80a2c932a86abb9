import { steadyClock } from '../../../http/steadyClock.ts'
import type { Cooldown } from './xErrors.ts'

type CooldownReason = Cooldown['reason']

type Cooldowns = {
  /** The cooldown in force, if any. */
  current: () => Cooldown | null
  /** Begins a cooldown. One in force keeps its reason and is never shortened; only an operator's fault replaces a rate limit. */
  begin: (reason: CooldownReason, until: number) => void
}

/** Cooldowns are as long as they were meant to be, also when the clock is set back meanwhile; `until` is then told by the new time. */
export function createCooldowns(now: () => number): Cooldowns {
  const clock = steadyClock(now)
  /** By how much the steady clock is ahead, in whole seconds: less than that is jitter. */
  const ahead = () => Math.round((clock() - now()) / 1000) * 1000
  let cooldown: (Cooldown & { ahead: number }) | null = null
  const current = () => {
    if (!cooldown) return null
    const until = cooldown.until - (ahead() - cooldown.ahead)
    return until > now() ? { reason: cooldown.reason, until } : null
  }
  return {
    current,
    begin(reason, until) {
      const held = current()
      if (held && held.reason !== reason && held.reason !== 'limited') return
      const latest = held?.reason === reason ? Math.max(held.until, until) : until
      cooldown = { reason, until: latest, ahead: ahead() }
    },
  }
}
