/** Why an endpoint of X is left alone: it counts our calls and has had enough, or it refuses this server's operator. */
export type RestReason = 'limited' | OperatorFault
export type OperatorFault = 'token' | 'credits' | 'access'
export type Rest = { reason: RestReason; until: number }

export type Resting = {
  /** The rest in force, if any. */
  current: () => Rest | null
  /** Begins a rest. One in force keeps its reason and is never shortened; only the operator's matter takes the place of a limit. */
  begin: (reason: RestReason, until: number) => void
}

export function createResting(now: () => number): Resting {
  let rest: Rest | null = null
  const current = () => (rest && rest.until > now() ? rest : null)
  return {
    current,
    begin(reason, until) {
      const held = current()
      if (held && held.reason !== reason && held.reason !== 'limited') return
      rest = { reason, until: held?.reason === reason ? Math.max(held.until, until) : until }
    },
  }
}
