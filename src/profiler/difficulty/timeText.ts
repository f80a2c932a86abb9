import { powDifficultyText as text } from '../../text/powDifficulty.ts'
import { figure } from '../model/format.ts'
import type { Estimate } from './sumOf.ts'

/** Milliseconds in words: seconds from a second on. */
export function timeText(milliseconds: number): string {
  return milliseconds < 1000
    ? text.milliseconds(figure(milliseconds))
    : text.seconds(figure(milliseconds / 1000))
}

/** The interval in the unit of the estimate; null where it is not known. */
export function intervalText({ value, interval }: Estimate): string | null {
  if (!interval) return null
  const unit = value < 1000 ? 1 : 1000
  return text.interval(figure(interval[0] / unit), figure(interval[1] / unit))
}
