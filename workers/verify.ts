import { sha256 } from 'hash-wasm'
import { hasLeadingZeros, messageOf } from '../contract/challenge.ts'

/** Whether hash-wasm, which knows nothing of our own engines, agrees that a counter solves the challenge. */
export async function verify(key: string, counter: number, difficulty: number): Promise<boolean> {
  const hex = await sha256(messageOf(key, counter))
  const digest = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return hasLeadingZeros(digest, difficulty)
}
