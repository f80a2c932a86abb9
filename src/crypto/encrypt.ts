import { config } from '../config.ts'
import { pool } from './pool.ts'
import { replaceLane } from './slot.ts'

/** `text` encrypted in a worker with the configured key; `""` on any failure, a dead worker's included. */
export async function encrypt(text: string): Promise<string> {
  const request = { text, fragments: config.encryptionKey }
  const [slot] = pool(1)
  if (!slot) return ''
  for (let tries = 0; tries < 3; tries++) {
    const { lane } = slot
    try {
      return await (await lane).encrypt(request)
    } catch {
      await replaceLane(slot, lane)
    }
  }
  return ''
}
