import type { Settings } from './settings.ts'

/** Blocks of keys in a run whose configurations take turns: fifty times A B B A. */
const BLOCKS = 100

/** One configuration searching some keys in a row: those from `from` on, below `to`. */
export type Turn = { configuration: number; block: number | null; from: number; to: number }

/** Every configuration of a run, the settings' own one first. */
export function configurationsOf(settings: Settings): Settings[] {
  const { against, ...own } = settings
  return [{}, ...against].map((other) => Object.assign({ against: [] }, own, other))
}

/** Who searches when: the whole run at once where there is one configuration, else A B B A A B B A …, each pair with the same keys. */
export function turnsOf(trials: number, configurations: number): Turn[] {
  if (configurations === 1) return [{ configuration: 0, block: null, from: 0, to: trials }]
  const size = Math.max(Math.round(trials / BLOCKS), 1)
  const places = Array.from({ length: configurations }, (_, configuration) => configuration)
  return Array.from({ length: Math.ceil(trials / size) }, (_, block) => {
    const [from, to] = [block * size, Math.min((block + 1) * size, trials)]
    return places.map((place) => {
      const configuration = block % 2 === 0 ? place : configurations - 1 - place
      return { configuration, block, from, to }
    })
  }).flat()
}
