import { warmUp } from '../crypto/workerPool.ts'
import { lookUpIp } from './proof.ts'

/** Not once the page is idle, which it may never be before the visitor submits. Each is a task of its own. */
export function prepare(): void {
  setTimeout(() => void warmUp())
  setTimeout(() => void lookUpIp().catch(() => undefined))
}
