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

/** Rejects with `message` when the promise has not settled after so many milliseconds. The work itself goes on. */
export function inTime<T>(promise: Promise<T>, milliseconds: number, message: string): Promise<T> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(new Error(message)), milliseconds)
  return abortable(promise, controller.signal).finally(() => clearTimeout(timer))
}

/** Does what `AbortSignal.any` does, which Safari 17.4, Chrome 116 and Firefox 124 were the first to have. Returns a function that ends it. */
export function followSignal(controller: AbortController, signal: AbortSignal): () => void {
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  else signal.addEventListener('abort', follow, { once: true })
  return () => signal.removeEventListener('abort', follow)
}
