/** Rejects with the signal's reason as soon as the signal aborts. The work itself goes on. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave: () => void = () => undefined
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave)
  })
  return await Promise.race([left, promise]).finally(() => signal.removeEventListener('abort', leave))
}

/**
 * Rejects with `message` if the promise has not settled after so many milliseconds. The work itself goes on.
 *
 * @example
 * const reply = await rejectAfter(fetch(url), 5_000, 'The server did not answer within 5 seconds')
 */
export function rejectAfter<T>(promise: Promise<T>, milliseconds: number, message: string): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error(message)), milliseconds)
  return abortable(promise, controller.signal).finally(() => clearTimeout(timer))
}

/**
 * Aborts the controller when the signal aborts, until the returned function is called. `AbortSignal.any` does the same, but needs
 * Safari 17.4, Chrome 116 or Firefox 124.
 */
export function followSignal(controller: AbortController, signal: AbortSignal): () => void {
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  else signal.addEventListener('abort', follow, { once: true })
  return () => signal.removeEventListener('abort', follow)
}
