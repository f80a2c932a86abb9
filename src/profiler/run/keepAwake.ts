import type { Conditions } from '../model/Conditions.ts'

/** Keeps the screen on until `end`, which tells whether it stayed on. Browsers take the lock back when the page leaves the view; it is asked for again. */
export function keepAwake(): { end: () => Conditions['wakeLock'] } {
  // Absent in older browsers and without a secure context.
  const wakeLock = typeof navigator === 'undefined' ? undefined : navigator.wakeLock
  if (!wakeLock) return { end: () => 'absent' }
  let state: Conditions['wakeLock'] = 'refused'
  let lock: WakeLockSentinel | null = null
  let ended = false

  async function ask(): Promise<void> {
    if (document.visibilityState !== 'visible') return
    try {
      const given = await wakeLock?.request('screen')
      if (!given) return
      if (ended) return void given.release()
      lock = given
      if (state !== 'lost') state = 'held'
      given.addEventListener('release', () => !ended && (state = 'lost'))
    } catch {
      // Refused with a low battery, for example: the run goes on, and its result tells.
    }
  }
  const askAgain = () => void ask()
  askAgain()
  document.addEventListener('visibilitychange', askAgain)
  return {
    end() {
      ended = true
      document.removeEventListener('visibilitychange', askAgain)
      lock?.release().catch(() => {})
      return state
    },
  }
}
