import type { Tone } from '../ui/Tone.ts'

/** One item of a result: what it is called, and its state. */
export type PictureItem = { name: string; tone: Tone; state: string }

/** What a picture of a result says, from top to bottom. */
export type Picture = {
  title: string
  /** When, e.g. 2026年11月21日 18時20分; may be empty. */
  about: string
  /** Whose result it is; empty where no name is to be seen. */
  name: string
  tone: Tone
  headline: string
  /** Set small, below the headline. */
  lines: readonly string[]
  items: readonly PictureItem[]
  /** Set apart at the end: what nobody who sees the picture may miss; may be empty. */
  warning: string
  /** Where the result came from. */
  url: string
}
