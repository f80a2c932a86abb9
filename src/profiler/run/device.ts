import type { RunConditions, Disturbance, RunEnvironment, RunMeasures } from '../model/result.ts'
import { sum } from '../stats/sample.ts'

export function readEnvironment(label: string, model: string | null = null): RunEnvironment {
  const { userAgent, hardwareConcurrency } = navigator
  return {
    label,
    date: new Date().toISOString(),
    runtime: 'browser',
    browser: readBrowser(userAgent),
    userAgent: userAgent.slice(0, 500),
    platform: /\(([^)]*)\)/.exec(userAgent)?.[1] ?? '',
    model,
    cpu: null,
    cores: hardwareConcurrency || 1,
    memory: 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : null,
    clockResolution: clockResolution(),
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    versions: {},
  }
}

type Hints = { getHighEntropyValues: (names: string[]) => Promise<{ model?: string }> }

/** Returns a phone's model, which Chrome reveals only on secure pages and on request. Null if it is not revealed. */
export async function readDeviceModel(): Promise<string | null> {
  const { userAgentData } = navigator as { userAgentData?: Hints }
  const hints = await userAgentData?.getHighEntropyValues(['model']).catch(() => null)
  return hints?.model?.slice(0, MODEL_MAX) || null
}

const MODEL_MAX = 100

/** The most specific name is first, because every browser's user agent names other browsers too. */
const BROWSERS: [name: string, version: RegExp][] = [
  ['Edge', /Edg(?:A|iOS)?\/([\d.]+)/],
  ['Samsung Internet', /SamsungBrowser\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Headless)?(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
]

function readBrowser(userAgent: string): RunEnvironment['browser'] {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return { name, version }
  }
  return null
}

/** Returns the smallest step of the clock that is seen within a few milliseconds: browsers coarsen their clocks on purpose. */
export function clockResolution(): number {
  let smallest = Infinity
  let last = performance.now()
  const endsAt = last + 5
  while (last < endsAt) {
    const now = performance.now()
    if (now > last) smallest = Math.min(smallest, now - last)
    last = now
  }
  return Number.isFinite(smallest) ? smallest : 0
}

/**
 * Keeps the screen on until `end` is called, which returns whether it stayed on. Browsers release the lock when the page is hidden; it is
 * then requested again.
 */
function keepAwake(): { end: () => RunConditions['wakeLock'] } {
  // `wakeLock` is absent in older browsers and in insecure contexts.
  const wakeLock = typeof navigator === 'undefined' ? undefined : navigator.wakeLock
  if (!wakeLock) return { end: () => 'absent' }
  let state: RunConditions['wakeLock'] = 'refused'
  let lock: WakeLockSentinel | null = null
  let ended = false

  const ask = async () => {
    if (document.visibilityState !== 'visible') return
    try {
      const given = await wakeLock.request('screen')
      if (ended) return void given.release()
      lock = given
      if (state !== 'lost') state = 'held'
      given.addEventListener('release', () => !ended && (state = 'lost'))
    } catch {
      // The lock is refused if the battery is low, for example. The run continues, and its result says so.
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

export function watchLongTasks(): { end: () => RunMeasures['longTasks'] } {
  const types = globalThis.PerformanceObserver?.supportedEntryTypes
  if (!types?.includes('longtask')) return { end: () => null }
  const tasks: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()))
  observer.observe({ type: 'longtask' })
  return {
    end() {
      tasks.push(...observer.takeRecords())
      observer.disconnect()
      return { count: tasks.length, milliseconds: sum(tasks.map(({ duration }) => duration)) }
    },
  }
}

const POLL_INTERVAL_MS = 250

/**
 * If a periodic check is late by this much or more, none of the page's code ran meanwhile. Slices of the page's own engine are far
 * shorter.
 */
const FROZEN_MS_MIN = 1_000

const JUMP_MIN = 1_000

/**
 * Runs the work with the screen on, and records what disturbs it: the page is hidden, the page is frozen, the clock jumps. While `held`
 * returns true, nothing is recorded.
 */
export async function watchDeviceConditions<T>(work: () => Promise<T>, held: () => boolean = () => false) {
  const disturbances: Disturbance[] = []
  const screen = keepAwake()
  const beganAt = performance.now()
  let last = look()
  const timer = setInterval(mark, POLL_INTERVAL_MS)
  globalThis.document?.addEventListener('visibilitychange', mark)

  function mark(): void {
    const now = look()
    const passed = now.at - last.at
    const jump = now.date - last.date - passed
    if (!last.held) {
      if (last.hidden) add('hidden', last.at, passed)
      else if (passed - POLL_INTERVAL_MS > FROZEN_MS_MIN) add('frozen', last.at, passed)
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

  let wakeLock: RunConditions['wakeLock'] = 'absent'
  const done = await work().finally(() => {
    mark()
    clearInterval(timer)
    globalThis.document?.removeEventListener('visibilitychange', mark)
    wakeLock = screen.end()
  })
  return { done, conditions: { wakeLock, disturbances } }
}

function look() {
  const hidden = globalThis.document?.visibilityState === 'hidden'
  return { at: performance.now(), date: Date.now(), hidden, held: false }
}
