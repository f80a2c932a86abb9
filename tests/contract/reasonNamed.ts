import type { Reason } from '../../contract/wire.ts'
import { listReasons, reasonName } from '../../contract/reasons.ts'

/** Returns the reason with this name, e.g. `timeline failed`. Throws if there is none. */
export function reasonNamed(name: string | null): Reason | null {
  const reason = listReasons().find((one) => reasonName(one) === name)
  if (name !== null && !reason) throw new Error(`No reason is named ${name}`)
  return reason ?? null
}

/** Returns the name of a reason; null if there is none. */
export const nameOfReason = (reason: Reason | null | undefined): string | null =>
  reason ? reasonName(reason) : null
