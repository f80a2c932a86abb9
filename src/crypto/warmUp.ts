import { verify } from '../../workers/verify.ts'
import { pool } from './pool.ts'
import { warmSeats } from './seat.ts'

/** Starts the lanes and warms them up, on the form's first focus. Resolves when that is done or has failed. */
export async function warmUp(): Promise<void> {
  await Promise.allSettled([warmSeats(pool()), loadVerifier()])
}

type Verify = (key: string, counter: number, difficulty: number) => Promise<boolean>

/** The independent implementation, once it has been asked for; reset when it cannot be loaded, so that the next search tries again. */
let verifier: Promise<Verify> | undefined

/** The independent implementation of the proof, fetched and compiled before there is anything to verify. */
export function loadVerifier(): Promise<Verify> {
  verifier ??= fetchVerifier().catch((error: unknown) => {
    verifier = undefined
    throw error
  })
  return verifier
}

async function fetchVerifier(): Promise<Verify> {
  await verify('', 0, 0)
  return verify
}
