import type { Tone } from '../ui/Tone.ts'

/** The page's light colours, since a picture cannot follow the viewer's colour scheme. */
export const COLOURS = { ground: '#ffffff', text: '#17212b', muted: '#56636f', line: '#d9dfe6' } as const
export const TONES = {
  ok: { colour: '#0a7547', ground: '#e3f4eb' },
  warning: { colour: '#8a5200', ground: '#fff0da' },
  excluded: { colour: '#c1272d', ground: '#fde8e8' },
  unknown: { colour: '#56636f', ground: '#edf0f4' },
} as const satisfies Record<Tone, { colour: string; ground: string }>

/** How words look; `size` in pixels. */
export type WordStyle = { size: number; bold: boolean; colour: string }

export const STYLES = {
  title: { size: 34, bold: true, colour: '#1f5bd8' },
  small: { size: 28, bold: false, colour: COLOURS.muted },
  name: { size: 34, bold: false, colour: COLOURS.text },
  headline: { size: 50, bold: true, colour: COLOURS.text },
  longHeadline: { size: 40, bold: true, colour: COLOURS.text },
  line: { size: 26, bold: false, colour: COLOURS.muted },
  item: { size: 30, bold: true, colour: COLOURS.text },
  gloss: { size: 22, bold: false, colour: COLOURS.muted },
  own: { size: 22, bold: false, colour: COLOURS.text },
  warning: { size: 28, bold: true, colour: TONES.warning.colour },
} as const satisfies Record<string, WordStyle>
