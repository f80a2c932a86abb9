import type { Conditions, Disturbance } from '../model/Conditions.ts'
import { keepAwake } from './keepAwake.ts'

/** Milliseconds between two looks at the clocks. */
const LOOK = 250

/** A look that comes so much late means that nothing of the page ran meanwhile. Slices of the page's own engine stay far below. */
const FROZEN_MIN = 1_000

/** The two clocks drift apart by far less between two looks unless one of them jumps. */
const JUMP_MIN = 1_000

type Watch = { end: () => Pick<Conditions, 'wakeLock' | 'disturbances'> }

/**
 * Watches from now on for what disturbs a run: a page out of view, a page or device that stands still, a clock that jumps. It
 * keeps the screen on meanwhile where the browser lets it. What happens while the run is `held` is not told: nothing is measured then.
 */
export function watchDevice(held: () => boolean = () => false): Watch {
  const disturbances: Disturbance[] = []
  const screen = keepAwake()
  const beganAt = performance.now()
  let last = look()
  const timer = setInterval(mark, LOOK)
  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', mark)

  function mark(): void {
    const now = look()
    const passed = now.at - last.at
    const jump = now.date - last.date - passed
    if (!last.held) {
      if (last.hidden) add('hidden', last.at, passed)
      else if (passed - LOOK > FROZEN_MIN) add('frozen', last.at, passed)
      if (Math.abs(jump) > JUMP_MIN) add('clock', last.at, jump)
    }
    last = { ...now, held: held() }
  }

  function add(kind: Disturbance['kind'], since: number, milliseconds: number): void {
    const at = since - beganAt
    const before = disturbances.at(-1)
    const goesOn = kind === 'hidden' && before?.kind === kind && before.at + before.milliseconds >= at - 1
    if (goesOn) before.milliseconds += milliseconds
    else if (disturbances.length < 1_000) disturbances.push({ kind, at, milliseconds })
  }

  let told: ReturnType<Watch['end']> | null = null
  return {
    end() {
      if (told) return told
      mark()
      clearInterval(timer)
      if (typeof document !== 'undefined') document.removeEventListener('visibilitychange', mark)
      told = { wakeLock: screen.end(), disturbances }
      return told
    },
  }
}

function look() {
  const hidden = typeof document !== 'undefined' && document.visibilityState === 'hidden'
  return { at: performance.now(), date: Date.now(), hidden, held: false }
}
