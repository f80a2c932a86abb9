import { createDecipheriv } from 'node:crypto'
import { isIP } from 'node:net'
import { Refusal } from '../http/refusal.ts'

/** The fragments of the committed `.env`, joined. */
export const DEVELOPMENT_ENC_KEY = 'dev-only-aes-key-of-32-character'

const IV = 16
const BASE64 = /^[A-Za-z0-9+/]{43,128}={0,2}$/

/** Refuses a `key` that is neither empty nor an IP address encrypted with the shared AES key. The address is not kept. */
export function assertEncryptedAddress(encKey: Buffer, key: string): void {
  if (key !== '' && !isIP(decrypted(encKey, key))) {
    throw new Refusal('bad_key')
  }
}

/** Decrypts base64(IV ‖ ciphertext) with AES-256-CBC; empty when that fails. */
function decrypted(encKey: Buffer, key: string): string {
  if (!BASE64.test(key)) return ''
  const bytes = Buffer.from(key, 'base64')
  try {
    const decipher = createDecipheriv('aes-256-cbc', encKey, bytes.subarray(0, IV))
    return Buffer.concat([decipher.update(bytes.subarray(IV)), decipher.final()]).toString('latin1')
  } catch {
    return ''
  }
}
