import type { SeriesTone } from './ChartSpec.ts'

export type Tones = Record<SeriesTone | 'text' | 'line', string>

const TOKENS: Record<keyof Tones, string> = {
  accent: '--accent',
  quote: '--quote',
  ok: '--ok',
  muted: '--muted',
  text: '--muted',
  line: '--line',
}

/** The tokens as colours for a canvas. A custom property holds `light-dark(…)` unresolved, so an element's colour resolves it. */
export function tonesOf(holder: HTMLElement): Tones {
  const probe = document.createElement('span')
  holder.append(probe)
  const resolve = (token: string) => {
    probe.style.color = `var(${token})`
    return getComputedStyle(probe).color
  }
  const entries = Object.entries(TOKENS).map(([tone, token]) => [tone, resolve(token)])
  probe.remove()
  return Object.fromEntries(entries)
}
