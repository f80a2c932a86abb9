import { variance } from './moments.ts'
import { percentile, sorted } from './percentile.ts'
import { percentileInterval } from './percentileInterval.ts'
import { studentT } from './studentT.ts'

/** Sections of a run, and the fewest values of each that say something about it. */
const SECTIONS = 20
const SECTIONS_MIN = 8

/** Cuts what was measured one after another into twenty sections; fewer where a section would hold less than `least`. Empty below eight. */
export function sectionsOf<T>(values: readonly T[], least: number): T[][] {
  const count = Math.min(SECTIONS, Math.floor(values.length / least))
  if (count < SECTIONS_MIN) return []
  const edge = (section: number) => Math.round((section * values.length) / count)
  return Array.from({ length: count }, (_, section) => values.slice(edge(section), edge(section + 1)))
}

/**
 * The 95 % interval of a figure of a whole run from the same figure of its sections: "sectioning" (Asmussen & Glynn,
 * Stochastic Simulation, 2007, III.5). It needs nothing but that the figure is nearly normal in a section, and counts in what
 * neighbouring searches have in common, such as a moment when the device was busy.
 */
export function sectionInterval(whole: number, sections: readonly number[]): [number, number] | null {
  const count = sections.length
  if (count < SECTIONS_MIN) return null
  const reach = studentT(count - 1) * Math.sqrt(variance(sections) / count)
  return [whole - reach, whole + reach]
}

/** The median of the sections' figures with its interval: for figures that a disturbed section would spoil. */
export function sectionMedian(
  sections: readonly number[],
): { value: number; interval: [number, number] } | null {
  if (sections.length < SECTIONS_MIN) return null
  const ascending = sorted(sections)
  const interval = percentileInterval(ascending, 0.5)
  return interval && { value: percentile(ascending, 0.5), interval }
}
