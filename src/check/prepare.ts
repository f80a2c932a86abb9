import { warmUp } from '../crypto/workerPool.ts'
import { lookUpIp } from './proof.ts'

/**
 * Prepares what a check needs while the visitor types: the workers and the encrypted address, each in a task of its own.
 * It does not wait for the page to be idle, which may never happen before the visitor submits.
 */
export function prepare(): void {
  setTimeout(() => void warmUp())
  setTimeout(() => void lookUpIp().catch(() => undefined))
}
