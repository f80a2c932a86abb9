import { Refusal } from './refusal.ts'

/**
 * Work that ends with its visitor or its time, whichever is first: its signal then aborts with a `Refusal`.
 * By hand, since a timeout signal and `AbortSignal.any` together cost more than the rest of a check.
 */
export async function withDeadline<T>(
  visitor: AbortSignal,
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const late = () => controller.abort(new Refusal('upstream_timeout'))
  const timer = setTimeout(late, deadlineMs)
  visitor.addEventListener('abort', late)
  if (visitor.aborted) late()
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? new Refusal('upstream_timeout') : error
  } finally {
    clearTimeout(timer)
    visitor.removeEventListener('abort', late)
  }
}
