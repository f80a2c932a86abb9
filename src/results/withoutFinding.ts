import { BANS } from '../../contract/bans.ts'
import { resultText } from '../text/result.ts'
import type { Tone } from '../ui/Tone.ts'

/** The verdict when no ban was found. Excluded posts still prevent the ✓. */
export function withoutFinding(unknown: number, excluded: number): { tone: Tone; sentence: string } {
  const tone = excluded > 0 ? 'warning' : unknown > 0 ? 'unknown' : 'ok'
  if (unknown === BANS.length) return { tone, sentence: resultText.verdict.unknown }
  return { tone, sentence: unknown > 0 ? resultText.verdict.partly : resultText.verdict.none }
}
