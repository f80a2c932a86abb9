const MUTED = ['#56636f', '#9eabb7'] as const
const MUTED_WITH_MORE_CONTRAST = ['#2b3540', '#d5dbe2'] as const

/**
 * All colours of the project, each for the light and the dark scheme. The styles have them as custom properties (`--page`), which
 * `build/colours.ts` writes into `tokens.css`; pictures, the card, the icons and the manifest take them from here.
 */
export const COLOURS = {
  page: ['#f5f7fa', '#0e1318'],
  surface: ['#ffffff', '#161d24'],
  sunken: ['#f5f7fa', '#10161c'],
  line: ['#d9dfe6', '#2b353f'],
  'control-line': ['#82909d', '#667685'],
  text: ['#17212b', '#e6ebf0'],
  muted: MUTED,
  accent: ['#1f5bd8', '#7ea6ff'],
  'on-accent': ['#ffffff', '#0b1220'],
  ok: ['#0a7547', '#5ad69a'],
  'ok-ground': ['#e3f4eb', '#12291f'],
  excluded: ['#c1272d', '#ff8f88'],
  'excluded-ground': ['#fde8e8', '#341a1b'],
  warning: ['#8a5200', '#ffc46b'],
  'warning-ground': ['#fff0da', '#30230f'],
  unknown: MUTED,
  'unknown-ground': ['#edf0f4', '#212a33'],
} as const satisfies Record<string, readonly [light: string, dark: string]>

/** The colours that differ for visitors who ask their system for more contrast. */
export const COLOURS_OF_MORE_CONTRAST = {
  line: COLOURS.text,
  'control-line': COLOURS.text,
  muted: MUTED_WITH_MORE_CONTRAST,
  unknown: MUTED_WITH_MORE_CONTRAST,
  accent: ['#12398c', '#b5ccff'],
} as const satisfies Partial<Record<keyof typeof COLOURS, readonly [light: string, dark: string]>>

/** The bar of a warning in a picture: brighter than the colour of its words, which must be readable. */
export const WARNING_BAR_COLOUR = '#d98a1f'
