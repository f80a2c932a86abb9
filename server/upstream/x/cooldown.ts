/** Why an endpoint of X is not called for a while: its rate limit is reached, or it refuses this server's operator. */
type CooldownReason = 'limited' | OperatorFault
export type OperatorFault = 'token' | 'credits' | 'access'
/** A pause in calling one endpoint; `until` is in Unix milliseconds. */
export type Cooldown = { reason: CooldownReason; until: number }

type Cooldowns = {
  /** The cooldown in force, if any. */
  current: () => Cooldown | null
  /** Begins a cooldown. One in force keeps its reason and is never shortened; only an operator's fault replaces a rate limit. */
  begin: (reason: CooldownReason, until: number) => void
}

export function createCooldowns(now: () => number): Cooldowns {
  let cooldown: Cooldown | null = null
  const current = () => (cooldown && cooldown.until > now() ? cooldown : null)
  return {
    current,
    begin(reason, until) {
      const held = current()
      if (held && held.reason !== reason && held.reason !== 'limited') return
      cooldown = { reason, until: held?.reason === reason ? Math.max(held.until, until) : until }
    },
  }
}
