/** What the built scripts use that one of the oldest browsers lacks, with what happens there. */
export const EXCUSED_SCRIPT = {
  'AbortSignal.any': 'ky asks first whether it is there, and else takes the one signal that it was given',
  '.getHighEntropyValues()': 'called only where the browser tells of itself that way; else no model is named',
  '.canShare()': 'called only where it is there; else the picture is saved',
  cancelIdleCallback: 'called only where requestIdleCallback is there',
  navigation: 'React asks first whether it is there',
  requestIdleCallback: 'where it is missing a timer takes its place',
  setImmediate: 'React asks first whether it is there, and else posts a message',
  '.startViewTransition()': 'React catches its absence; nothing here asks for a view transition',
  '.skipTransition()': 'React, for a view transition, which nothing here asks for',
} as const satisfies Record<string, string>

/** The same for the styles. */
export const EXCUSED_STYLES = {
  '@media (forced-colors)': 'without forced colours there is nothing to repair',
  '@media (scripting)':
    'without scripts a button looks as if it answered; the page says in words that it does not',
  '::-moz-progress-bar': "one engine's; the others have a rule of their own",
  '::-webkit-progress-bar': "one engine's; the others have a rule of their own",
  '::-webkit-progress-value': "one engine's; the others have a rule of their own",
  ':has()': 'what stands below an answer is seen before the whole of it, and moves once',
  '::details-content': 'what is opened opens without a movement',
  'accent-color': 'checkboxes have the browser’s colour',
  'align-content: start': 'asked of a grid, which always had it',
  'color-mix()': 'behind @supports: a button under a pointer keeps its colour',
  'contain-intrinsic-block-size': 'goes with content-visibility',
  'content-visibility': 'what is far below is drawn at once',
  'content-visibility: auto': 'what is far below is drawn at once',
  'content-visibility: visible': 'goes with ::details-content',
  'cursor: not-allowed': 'the arrow is shown; a phone has none',
  'cursor: pointer': 'a phone has no pointer to show',
  'forced-color-adjust': 'goes with @media (forced-colors)',
  'forced-color-adjust: none': 'goes with @media (forced-colors)',
  'interpolate-size': 'what is opened opens without a movement',
  'interpolate-size: allow-keywords': 'what is opened opens without a movement',
  resize: 'the text area keeps its height',
  'resize: vertical': 'the text area keeps its height',
  outline: 'there, with square corners',
  'overflow: clip': 'within ::details-content',
  'text-size-adjust': 'beside its names with prefixes',
  'text-wrap': 'the last line may be short',
  'text-wrap: balance': 'the last line may be short',
  'text-wrap: pretty': 'the last line may be one letter',
  'word-break: auto-phrase':
    'what is marked has its lines end between phrases, all else between any two characters, as is usual in Japanese',
} as const satisfies Record<string, string>
