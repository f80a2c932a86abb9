import { loadVerifier } from './loadVerifier.ts'
import { pool } from './pool.ts'
import { warmSlot } from './slot.ts'

/** Starts the lanes and runs them up to speed; called on the form's first focus, never on import. */
export function warmUp(): void {
  for (const slot of pool()) warmSlot(slot)
  loadVerifier().catch(() => undefined)
}
