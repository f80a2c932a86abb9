import { config } from '../config.ts'
import { pool } from './pool.ts'
import { replaceLane } from './seat.ts'

/** Tries at most: on the first worker, on the one that replaces it, and on the page. */
const TRIES = 3

/** `text` encrypted in a worker with the configured key; `""` on any failure, a dead worker's included. */
export async function encryptInWorker(text: string): Promise<string> {
  const request = { text, fragments: config.encryptionKey }
  const [seat] = pool(1)
  if (!seat) return ''
  for (let tries = 0; tries < TRIES; tries++) {
    const { lane } = seat
    try {
      return await (await lane).encrypt(request)
    } catch {
      await replaceLane(seat, lane)
    }
  }
  return ''
}
