/** How an answer sounds: a sign and a colour on the page, never the colour alone. */
export type Tone = 'ok' | 'warning' | 'excluded' | 'unknown'
