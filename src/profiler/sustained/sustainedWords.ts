import { powSustainedText as text } from '../../text/powSustained.ts'
import { figure, whole } from '../model/format.ts'
import type { Sustained } from '../model/Sustained.ts'
import type { SustainedFigures } from './sustainedFigures.ts'

const percent = (share: number) => `${whole(share * 100)}%`

/** What minutes at full load have shown, in sentences: what was asked, the course of the rate, the lanes. */
export function sustainedWords({ seconds, disturbances }: Sustained, figures: SustainedFigures): string[] {
  const { all, apart, lanes, unequal } = figures
  const length = [text.about(whole(all.length)), ...(all.length < seconds ? [text.cut(whole(seconds))] : [])]
  if (all.length === 0) return length
  return [
    ...length,
    courseWords(figures),
    ...driftWords(figures),
    ...(lanes.length > 1 ? [(unequal ? text.unequal : text.equal)(percent(apart))] : []),
    ...(disturbances.length > 0 ? [text.disturbed(whole(disturbances.length))] : []),
  ]
}

function courseWords({ swing, change, course, since }: SustainedFigures): string {
  if (!change || course === 'short') return text.course.short
  const { value, interval } = change
  const [ratio, range] = [
    percent(1 + value),
    text.interval(percent(1 + interval[0]), percent(1 + interval[1])),
  ]
  if (course === 'slower') return text.course.slower(ratio, range, whole(since ?? 0))
  if (course === 'swinging') return text.course.swinging(percent(swing))
  return text.course[course](ratio, range)
}

function driftWords({ drift }: SustainedFigures): string[] {
  if (!drift) return []
  const { percentPerMinute, interval } = drift
  const told = text.drift(figure(percentPerMinute))
  return [interval ? `${told}${text.driftInterval(figure(interval[0]), figure(interval[1]))}` : told]
}
