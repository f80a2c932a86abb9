import { warmUp } from '../crypto/warmUp.ts'
import { whenIdle } from '../load/whenIdle.ts'
import { lookUpIp } from './encryptedIp.ts'

/** Makes ready, while the visitor types, what a check will need: the lanes and the encrypted address, each in a task of its own. */
export function prepare(): void {
  setTimeout(() => void warmUp())
  whenIdle(() => void lookUpIp().catch(() => undefined))
}
