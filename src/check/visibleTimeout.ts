/**
 * A signal that aborts with a `TimeoutError` after so many milliseconds in which the tab was visible. It counts until it is
 * released.
 */
export function visibleTimeout(milliseconds: number): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController()
  let left = milliseconds
  let startedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const pause = () => {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    left -= performance.now() - startedAt
  }
  const run = () => {
    startedAt = performance.now()
    timer = setTimeout(
      () => controller.abort(new DOMException('The deadline passed', 'TimeoutError')),
      Math.max(left, 0),
    )
  }
  const follow = () => (document.visibilityState === 'hidden' ? pause() : timer === undefined && run())

  if (typeof document === 'undefined') run()
  else {
    document.addEventListener('visibilitychange', follow)
    follow()
  }
  return {
    signal: controller.signal,
    release() {
      pause()
      if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', follow)
    },
  }
}
