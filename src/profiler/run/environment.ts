import type { Environment } from '../model/runResult.ts'

/** What the browser reveals of the device. Nothing of it leaves the device unless the tester exports it. */
export function environment(label: string, model: string | null = null): Environment {
  const { userAgent, hardwareConcurrency } = navigator
  return {
    label,
    date: new Date().toISOString(),
    runtime: 'browser',
    browser: browserOf(userAgent),
    userAgent: userAgent.slice(0, 500),
    platform: platformOf(userAgent),
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

/** A phone's model, which Chrome tells only on secure pages and when it is asked. Null where nothing tells it. */
export async function deviceModel(): Promise<string | null> {
  try {
    const hints = (navigator as { userAgentData?: Hints }).userAgentData
    return (await hints?.getHighEntropyValues(['model']))?.model?.slice(0, MODEL_MAX) || null
  } catch {
    return null
  }
}

const MODEL_MAX = 100

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
