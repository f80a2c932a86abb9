import * as v from 'valibot'
import { RUN_ENGINES } from './RunEngine.ts'

/** Smallest and largest value of every number that a run is set to. */
export const LIMITS = {
  difficulty: { min: 0, max: 6 },
  trials: { min: 1, max: 10_000 },
  lanes: { min: 1, max: 64 },
  keyLength: { min: 1, max: 512 },
  range: { min: 64, max: 262_144 },
  seed: { min: 0, max: 4_294_967_295 },
} as const

export type NumberName = keyof typeof LIMITS

export const POOLS = ['warm', 'cold'] as const

function whole({ min, max }: { min: number; max: number }) {
  return v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
}

/** What was measured, as a result carries it. `engine` is free text there: command-line runs name peers that no page has. */
export const Settings = v.object({
  difficulty: whole(LIMITS.difficulty),
  trials: whole(LIMITS.trials),
  lanes: whole(LIMITS.lanes),
  engine: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  keyLength: whole(LIMITS.keyLength),
  pool: v.picklist(POOLS),
  range: whole(LIMITS.range),
  seed: whole(LIMITS.seed),
})
export type Settings = v.InferOutput<typeof Settings>

/** Enough for the comparison with the theory to say something, and seconds of work at the difficulty that checks have. */
const DEFAULT_TRIALS = 1_000

/** Longest name of a device. */
export const LABEL_MAX = 60

/** Counters per range where none was asked for: an eighth of the expected attempts, so that the distribution shows its shape. */
export function defaultRange(difficulty: number): number {
  return Math.min(Math.max(16 ** difficulty / 8, 256), 16_384)
}

/** Settings from a query string. What is missing or malformed gets its default, what is out of bounds the nearest bound. */
export function settingsFrom(query: URLSearchParams, cores: number): Settings {
  const read = (name: NumberName, fallback: number) => {
    const { min, max } = LIMITS[name]
    const text = v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number))
    const number = v.pipe(text, v.toMinValue(min), v.toMaxValue(max))
    return v.parse(v.fallback(number, fallback), query.get(name))
  }
  const difficulty = read('difficulty', 4)
  const engine = v.parse(v.fallback(v.picklist(RUN_ENGINES), 'auto'), query.get('engine'))
  return {
    difficulty,
    trials: read('trials', DEFAULT_TRIALS),
    lanes: engine === 'page' ? 1 : Math.min(read('lanes', cores), cores),
    engine,
    keyLength: read('keyLength', 48),
    pool: v.parse(v.fallback(v.picklist(POOLS), 'warm'), query.get('pool')),
    range: read('range', defaultRange(difficulty)),
    seed: read('seed', 1),
  }
}

/** The device's name from a query string. */
export function labelFrom(query: URLSearchParams): string {
  return (query.get('label') ?? '').trim().slice(0, LABEL_MAX)
}

/** The query string that gives these settings again, and the device's name if it has one. */
export function queryOf(settings: Settings, label = ''): URLSearchParams {
  const entries = Object.entries(settings).map(([name, value]) => [name, String(value)])
  return new URLSearchParams(label ? [...entries, ['label', label]] : entries)
}
