/** How an answer sounds, and its sign: on the page it has a colour too, never the colour alone. */
export const SIGNS = { ok: '✓', warning: '！', excluded: '✕', unknown: '？' } as const
export type Tone = keyof typeof SIGNS
