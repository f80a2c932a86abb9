import { createDecipheriv } from 'node:crypto'

/** The parts of a key for tests. */
export const FRAGMENTS = ['dev-only', '-aes-key', '-of-32-c', 'haracter']

/** The text of an IV and its ciphertext in Base64, by an implementation that is not ours. */
export function decrypt(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  const decipher = createDecipheriv('aes-256-cbc', FRAGMENTS.join(''), bytes.subarray(0, 16))
  return decipher.update(bytes.subarray(16), undefined, 'utf8') + decipher.final('utf8')
}
