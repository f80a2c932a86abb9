/**
 * What the promise gives, or a rejection with the signal's reason as soon as the signal aborts: work that ignores its signal cannot hold
 * its caller. The work itself goes on.
 */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let leave: () => void = () => undefined
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    if (signal.aborted) leave()
    else signal.addEventListener('abort', leave)
  })
  try {
    return await Promise.race([left, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

/** What the promise gives, or a rejection with `message` when it has not settled after so many milliseconds. The work itself goes on. */
export async function inTime<T>(promise: Promise<T>, milliseconds: number, message: string): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(message)), milliseconds)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Aborts `controller` when `signal` does, with the same reason. Returns a function that ends that. Browsers before Safari 17.4,
 * Chrome 116 and Firefox 124 have no `AbortSignal.any`, which would do the same.
 */
export function followSignal(controller: AbortController, signal: AbortSignal): () => void {
  const follow = () => controller.abort(signal.reason)
  if (signal.aborted) follow()
  else signal.addEventListener('abort', follow, { once: true })
  return () => signal.removeEventListener('abort', follow)
}
