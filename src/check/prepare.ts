import { warmUp } from '../crypto/warmUp.ts'
import { lookUpIp } from './encryptedIp.ts'

/** Makes ready, while the visitor types, what a check will need: the lanes and the encrypted address. */
export function prepare(): void {
  warmUp()
  lookUpIp().catch(() => undefined)
}
