import { pool } from './pool.ts'
import { warmSeats } from './seat.ts'

/** Starts the lanes and runs them up to speed; called on the form's first focus, never on import. Resolves when that is done or has failed. */
export async function warmUp(): Promise<void> {
  await Promise.allSettled([warmSeats(pool()), loadVerifier()])
}

/** The independent implementation of the proof, fetched and compiled before there is anything to verify. */
export async function loadVerifier() {
  const { verify } = await import('../../workers/verify.ts')
  await verify('', 0, 0)
  return verify
}
