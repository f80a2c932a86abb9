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
