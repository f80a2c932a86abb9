import * as v from 'valibot'

/** Smallest and largest value of every number that a run is set to. */
export const LIMITS = {
  difficulty: { min: 0, max: 6 },
  trials: { min: 1, max: 10_000 },
  lanes: { min: 1, max: 64 },
  keyLength: { min: 1, max: 512 },
  range: { min: 64, max: 262_144 },
  seed: { min: 0, max: 4_294_967_295 },
  /** Seconds. */
  sustain: { min: 0, max: 3_600 },
} as const

/** The difficulties that take a search. */
export const DIFFICULTIES = Array.from({ length: LIMITS.difficulty.max }, (_, index) => index + 1)

export type NumberName = keyof typeof LIMITS

export const POOLS = ['warm', 'cold'] as const

function whole({ min, max }: { min: number; max: number }) {
  return v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
}

/** Configurations that may take turns with the first one. */
export const AGAINST_MAX = 3

/** What configurations of one run may differ in: they search the same keys at the same difficulty. `engine` is free text: command-line runs name peers that no page has. */
export const Configuration = v.object({
  lanes: whole(LIMITS.lanes),
  engine: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  pool: v.picklist(POOLS),
  range: whole(LIMITS.range),
})
export type Configuration = v.InferOutput<typeof Configuration>

/** What was measured, as a result carries it. */
export const Settings = v.object({
  difficulty: whole(LIMITS.difficulty),
  trials: whole(LIMITS.trials),
  ...Configuration.entries,
  keyLength: whole(LIMITS.keyLength),
  seed: whole(LIMITS.seed),
  /** Seconds at full load after the trials; none where it is absent. */
  sustain: v.optional(whole(LIMITS.sustain)),
  /** Other configurations, which take turns with this one: A B B A … */
  against: v.optional(v.pipe(v.array(Configuration), v.maxLength(AGAINST_MAX)), []),
})
export type Settings = v.InferOutput<typeof Settings>

/** Enough for the comparison with the theory to say something, and seconds of work at the difficulty that checks have. */
export const DEFAULT_TRIALS = 1_000

/** Longest name of a device. */
export const LABEL_MAX = 60

/** Counters per range where none was asked for: an eighth of the expected attempts, so that the distribution shows its shape, and wrong engines show. */
export function defaultRange(difficulty: number): number {
  return Math.min(Math.max(16 ** difficulty / 8, LIMITS.range.min), 16_384)
}
