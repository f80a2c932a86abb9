import { createSHA256 } from 'hash-wasm'
import { hasLeadingZeros, buildPowMessage } from '../contract/challenge.ts'

let hasher: ReturnType<typeof createSHA256> | undefined

export async function verify(key: string, counter: number, difficulty: number): Promise<boolean> {
  return hasLeadingZeros(await sha256Digest(buildPowMessage(key, counter)), difficulty)
}

/**
 * Computes SHA-256 with hash-wasm. If WebAssembly is missing, forbidden by a content policy or short of memory, it uses `crypto.subtle`,
 * and in insecure contexts our own JavaScript.
 */
async function sha256Digest(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  try {
    hasher ??= createSHA256()
    return (await hasher).init().update(message).digest('binary')
  } catch {
    hasher = undefined
  }
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', message))
  const { sha256 } = await import('./engine/PaddedTail')
  return sha256(message)
}
