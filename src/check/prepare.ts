import { warmUp } from '../crypto/warmUp.ts'
import { lookUpIp } from './encryptedIp.ts'

/**
 * Makes ready, while the visitor types, what a check will need: the lanes and the encrypted address, each in a task of its
 * own. Not in idle moments: between keys and a blinking caret there may be none before the tap.
 */
export function prepare(): void {
  setTimeout(() => void warmUp())
  setTimeout(() => void lookUpIp().catch(() => undefined))
}
