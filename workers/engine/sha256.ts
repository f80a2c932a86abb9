import { Tail } from './Tail.ts'

/** The digest of a message in plain JavaScript, for browsers without WebAssembly and `crypto.subtle`. */
export function sha256(message: Uint8Array): Uint8Array {
  const tail = new Tail(message)
  tail.layOut(0)
  const digest = new DataView(new ArrayBuffer(32))
  for (const [index, word] of tail.digest().entries()) digest.setInt32(index * 4, word)
  return new Uint8Array(digest.buffer)
}
