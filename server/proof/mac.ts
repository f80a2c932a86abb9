import { hash } from 'node:crypto'

/** A secret made ready: the padded blocks of RFC 2104, each followed by room for what is hashed after it. */
export type MacKey = { readonly inner: Buffer; readonly outer: Buffer }

/** Bytes of a SHA-256 block, and of its digest. */
const BLOCK = 64
const DIGEST = 32

/** Bytes of a message: all are equally long, so that each key has one place for them. */
export const MESSAGE = 20

/** The key of a secret of at most one block. */
export function macKeyOf(secret: Uint8Array): MacKey {
  if (secret.length > BLOCK) throw new RangeError('The secret is longer than a block')
  const padded = (room: number, pad: number) => {
    const bytes = Buffer.alloc(BLOCK + room)
    bytes.set(secret)
    for (let index = 0; index < BLOCK; index++) bytes.writeUInt8(bytes.readUInt8(index) ^ pad, index)
    return bytes
  }
  return { inner: padded(MESSAGE, 0x36), outer: padded(DIGEST, 0x5c) }
}

/**
 * HMAC-SHA-256 of the first `MESSAGE` bytes, as a latin1 string. By hand out of two hashes, since each `createHmac` makes a stream
 * and a buffer, which takes three times as long.
 */
export function macOf({ inner, outer }: MacKey, message: Buffer): string {
  message.copy(inner, BLOCK, 0, MESSAGE)
  outer.write(hash('sha256', inner, 'binary'), BLOCK, 'latin1')
  return hash('sha256', outer, 'binary')
}
