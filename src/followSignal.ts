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
