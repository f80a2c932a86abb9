import { loadVerifier } from './loadVerifier.ts'
import { pool } from './pool.ts'
import { warmSlots } from './slot.ts'

/** Starts the lanes and runs them up to speed; called on the form's first focus, never on import. Resolves when that is done or has failed. */
export async function warmUp(): Promise<void> {
  await Promise.allSettled([warmSlots(pool()), loadVerifier()])
}
