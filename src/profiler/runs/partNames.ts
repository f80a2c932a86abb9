import { powText } from '../../text/pow.ts'
import { whole } from '../model/format.ts'
import type { Configuration, Settings } from '../model/settings.ts'
import { configurationsOf } from '../model/turns.ts'
import { engineText } from './engineText.ts'

const words = powText.compare.part

const NAMES = {
  engine: ({ engine }) => engineText(engine),
  lanes: ({ lanes }) => words.lanes(lanes),
  pool: ({ pool }) => powText.pool[pool],
  range: ({ range }) => words.range(whole(range)),
} as const satisfies Record<keyof Configuration, (one: Configuration) => string>

const FIELDS = ['engine', 'lanes', 'pool', 'range'] as const

/** What every configuration of a run is called: what they differ in, or their order where they are the same. */
export function partNames(settings: Settings): string[] {
  const all = configurationsOf(settings)
  const fields = FIELDS.filter((field) => new Set(all.map((one) => one[field])).size > 1)
  if (fields.length === 0) return all.map((_, index) => words.same(index + 1))
  const names = all.map((one) => fields.map((field) => NAMES[field](one)).join('・'))
  // Two of three may still be the same.
  return names.map((name, index) =>
    names.indexOf(name) === index ? name : `${name}${words.again(index + 1)}`,
  )
}
