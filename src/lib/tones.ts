/** The tones of a verdict. Each has a sign, so that the page never shows it by colour alone. */
export const TONE_SIGNS = { ok: '✓', warning: '！', excluded: '✕', unknown: '–' } as const
export type Tone = keyof typeof TONE_SIGNS
