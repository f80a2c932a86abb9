/** The tone of a verdict and its sign, which stands beside the colour on the page. */
export const SIGNS = { ok: '✓', warning: '！', excluded: '✕', unknown: '–' } as const
export type Tone = keyof typeof SIGNS
