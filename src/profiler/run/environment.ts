import type { Environment } from '../model/runResult.ts'

/** What the browser reveals of the device. Nothing of it leaves the device unless the tester exports it. */
export function environment(label: string): Environment {
  const { userAgent, hardwareConcurrency } = navigator
  return {
    label,
    date: new Date().toISOString(),
    runtime: 'browser',
    browser: browserOf(userAgent),
    userAgent: userAgent.slice(0, 500),
    platform: platformOf(userAgent),
    cpu: null,
    cores: hardwareConcurrency || 1,
    memory: 'deviceMemory' in navigator ? Number(navigator.deviceMemory) : null,
    clockResolution: clockResolution(),
    crossOriginIsolated: globalThis.crossOriginIsolated === true,
    versions: {},
  }
}

/** The most specific first: every browser's user agent names others as well. */
const BROWSERS: [name: string, version: RegExp][] = [
  ['Edge', /Edg(?:A|iOS)?\/([\d.]+)/],
  ['Samsung Internet', /SamsungBrowser\/([\d.]+)/],
  ['Opera', /OPR\/([\d.]+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /(?:Headless)?(?:Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /Version\/([\d.]+).*Safari/],
]

export function browserOf(userAgent: string): Environment['browser'] {
  for (const [name, pattern] of BROWSERS) {
    const version = pattern.exec(userAgent)?.[1]
    if (version) return { name, version }
  }
  return null
}

/** The first bracket of a user agent: system and, on Android, often the model. */
export function platformOf(userAgent: string): string {
  return /\(([^)]*)\)/.exec(userAgent)?.[1] ?? ''
}

/** The smallest step seen in a few milliseconds of asking: browsers coarsen their clocks on purpose. */
function clockResolution(): number {
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
