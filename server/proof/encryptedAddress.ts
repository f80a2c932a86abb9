import { createDecipheriv } from 'node:crypto'
import { isIP } from 'node:net'
import { Refusal } from '../http/refusal.ts'

/** The fragments of the committed `.env`, joined. */
export const DEVELOPMENT_ENC_KEY = 'dev-only-aes-key-of-32-character'

const IV = 16
const BASE64 = /^[A-Za-z0-9+/]{43,128}={0,2}$/

/** Addresses in a row that cannot be opened after which the key is taken for wrong: a few may be anybody's play. */
const UNOPENED = 10
const WRONG_KEY =
  "ENC_KEY does not open the addresses that the site's pages send: it must be the four VITE_ENC_KEY_… of their build, joined."

export type EncryptedAddresses = {
  /** Refuses a `key` that is neither empty nor an IP address encrypted with the shared AES key. The address is not kept. */
  assert: (key: string) => void
  /** What the operator should mend, in one sentence; null while nothing is wrong. */
  trouble: () => string | null
}

/** Judges the addresses that pages send under the build's key, and tells once when none of them can be opened. */
export function encryptedAddresses(encKey: Buffer, onWarning: (said: string) => void): EncryptedAddresses {
  let unopened = 0
  let isTold = false
  const trouble = () => (unopened >= UNOPENED ? WRONG_KEY : null)
  return {
    trouble,
    assert(key) {
      if (key === '') return
      if (isIP(decrypted(encKey, key))) {
        unopened = 0
        return
      }
      unopened++
      if (trouble() && !isTold) {
        isTold = true
        onWarning(WRONG_KEY)
      }
      throw new Refusal('bad_key')
    },
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
