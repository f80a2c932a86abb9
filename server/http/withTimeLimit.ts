import { Refusal } from './refusal.ts'

/**
 * Work that ends with its visitor, with the server or with its time, whichever is first: its signal then aborts with a `Refusal`.
 * By hand, since a timeout signal and `AbortSignal.any` together cost more than the rest of a check.
 */
export async function withTimeLimit<T>(
  [visitor, ending]: readonly [visitor: AbortSignal, ending: AbortSignal],
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = () => controller.abort(new Refusal('ending', 1))
  const leave = () => controller.abort(new Refusal('left'))
  const timer = setTimeout(() => controller.abort(new Refusal('upstream_timeout')), deadlineMs)
  visitor.addEventListener('abort', leave)
  ending.addEventListener('abort', end)
  if (visitor.aborted) leave()
  if (ending.aborted) end()
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    visitor.removeEventListener('abort', leave)
    ending.removeEventListener('abort', end)
  }
}
