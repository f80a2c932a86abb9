import type { Tone } from '../ui/Tone.ts'

/** One item of a result: what it is called, what that means in a few words, its state, and what the visitor saw. */
export type PictureItem = { name: string; gloss: string; tone: Tone; state: string; own?: string }

/** The contents of a result picture, from top to bottom. */
export type Picture = {
  title: string
  /** When, e.g. 2026年11月21日 18時20分; may be empty. */
  about: string
  /** Whose result it is; empty for a picture without a name. */
  name: string
  tone: Tone
  headline: string
  /** In small type, below the headline. */
  lines: readonly string[]
  items: readonly PictureItem[]
  /** A warning at the end, such as that the answer is invented; may be empty. */
  warning: string
  /** Where the result came from. */
  url: string
}
