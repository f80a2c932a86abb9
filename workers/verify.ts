import { createSHA256 } from 'hash-wasm'
import { hasLeadingZeros, messageOf } from '../contract/challenge.ts'

let hasher: ReturnType<typeof createSHA256> | undefined

export async function verify(key: string, counter: number, difficulty: number): Promise<boolean> {
  return hasLeadingZeros(await digestOf(messageOf(key, counter)), difficulty)
}

/** The digest by hash-wasm, which needs WebAssembly; without that by `crypto.subtle`, and in insecure contexts by our own JavaScript. */
async function digestOf(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (typeof WebAssembly === 'object') {
    hasher ??= createSHA256()
    hasher.catch(() => (hasher = undefined))
    return (await hasher).init().update(message).digest('binary')
  }
  if (globalThis.crypto?.subtle) return new Uint8Array(await crypto.subtle.digest('SHA-256', message))
  const { sha256 } = await import('./engine/tail.ts')
  return sha256(message)
}
