import * as v from 'valibot'
import { detectEngines } from '../../crypto/detectEngines.ts'
import { createRandom } from '../stats/sample.ts'

/**
 * The requirements of each engine, and the attempts per second of one worker on an average device, of which only the order of
 * magnitude matters. `auto` is the engine that the product picks on this device, as in checks.
 */
export const RUN_ENGINE_REQUIREMENTS = {
  auto: { needs: null, usual: 8e6 },
  unrolled: { needs: 'rolled', usual: 8e6 },
  rolled: { needs: 'rolled', usual: 8e6 },
  scalar: { needs: 'scalar', usual: 4e6 },
  javascript: { needs: null, usual: 1e6 },
  page: { needs: null, usual: 8e6 },
  'hash-wasm': { needs: 'scalar', usual: 1e6 },
  subtle: { needs: 'subtle', usual: 1e5 },
} as const

export type RunEngine = keyof typeof RUN_ENGINE_REQUIREMENTS

export const RUN_ENGINES = Object.keys(RUN_ENGINE_REQUIREMENTS) as RunEngine[]

export function toRunEngine(name: string): RunEngine {
  return RUN_ENGINES.find((known) => known === name) ?? 'auto'
}

export function supportedEngines(): RunEngine[] {
  const here = new Set<string | null>([null, ...detectEngines()])
  // `crypto.subtle` is absent on pages that came over plain http.
  if (globalThis.crypto?.subtle) here.add('subtle')
  return RUN_ENGINES.filter((name) => here.has(RUN_ENGINE_REQUIREMENTS[name].needs))
}

export const ADJUSTED_SETTINGS_MAX = 20

const text = v.pipe(v.string(), v.maxLength(100))

export const AdjustedSetting = v.object({
  name: text,
  asked: text,
  given: v.nullable(text),
})
export type AdjustedSetting = v.InferOutput<typeof AdjustedSetting>

export const SETTING_LIMITS = {
  difficulty: { min: 0, max: 6 },
  trials: { min: 1, max: 10_000 },
  /** Number of workers: links and files call workers lanes. */
  lanes: { min: 1, max: 64 },
  keyLength: { min: 1, max: 512 },
  range: { min: 64, max: 262_144 },
  seed: { min: 0, max: 4_294_967_295 },
  sustain: { min: 0, max: 3_600 },
} as const

export const SELECTABLE_DIFFICULTIES = Array.from(
  { length: SETTING_LIMITS.difficulty.max },
  (_, index) => index + 1,
)

export type NumberSettingName = keyof typeof SETTING_LIMITS

export const COMPARED_RUNS_MIN = 5

export const POOL_KINDS = ['warm', 'cold'] as const

function whole({ min, max }: { min: number; max: number }) {
  return v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
}

export const COMPARED_CONFIGURATIONS_MAX = 3

/**
 * The settings in which configurations of one run may differ; they search the same keys at the same difficulty. `engine` is free text,
 * because command-line runs name engines of other projects that no page has.
 */
export const RunConfiguration = v.object({
  /** Number of workers that search in parallel. */
  lanes: whole(SETTING_LIMITS.lanes),
  engine: v.pipe(v.string(), v.minLength(1), v.maxLength(60)),
  pool: v.picklist(POOL_KINDS),
  range: whole(SETTING_LIMITS.range),
})
export type RunConfiguration = v.InferOutput<typeof RunConfiguration>

export const RunSettings = v.object({
  difficulty: whole(SETTING_LIMITS.difficulty),
  trials: whole(SETTING_LIMITS.trials),
  ...RunConfiguration.entries,
  keyLength: whole(SETTING_LIMITS.keyLength),
  seed: whole(SETTING_LIMITS.seed),
  /** Seconds at full load after the trials. If absent, there is no such phase. */
  sustain: v.optional(whole(SETTING_LIMITS.sustain)),
  against: v.pipe(v.array(RunConfiguration), v.maxLength(COMPARED_CONFIGURATIONS_MAX)),
})
export type RunSettings = v.InferOutput<typeof RunSettings>

const DEFAULT_TRIALS = 1_000

export const LABEL_LENGTH_MAX = 60

/**
 * Default number of counters in a range: an eighth of the expected attempts, so that the distribution shows its shape and wrong engines
 * become visible.
 */
export function defaultRangeSize(difficulty: number): number {
  return Math.min(Math.max(16 ** difficulty / 8, SETTING_LIMITS.range.min), 16_384)
}

const SAME_CONFIGURATION = 'same'

export const CONFIGURATION_FIELDS = ['engine', 'lanes', 'pool', 'range'] as const

export function configurationToText(other: RunConfiguration, own: RunConfiguration): string {
  const parts = CONFIGURATION_FIELDS.filter((name) => other[name] !== own[name]).map(
    (name) => `${name}:${other[name]}`,
  )
  return parts.join(',') || SAME_CONFIGURATION
}

function configurationFrom(
  text: string,
  own: RunConfiguration,
  cores: number,
  engines: readonly RunEngine[],
): RunConfiguration | null {
  const entries: Record<string, string | number> = {}
  for (const part of text === SAME_CONFIGURATION ? [] : text.split(',')) {
    const [name = '', value = ''] = part.split(':')
    if (!CONFIGURATION_FIELDS.some((known) => known === name)) return null
    entries[name] = /^\d{1,10}$/.test(value) ? Number(value) : value
  }
  const { engine = own.engine } = entries
  // The engine `page` runs on the page itself, so it has one worker unless the text asks for more, which is then refused.
  const lanes = engine === 'page' ? { lanes: 1 } : {}
  const read = v.safeParse(RunConfiguration, { ...own, ...lanes, ...entries })
  if (!read.success || !engines.some((known) => known === engine)) return null
  return read.output.lanes <= (engine === 'page' ? 1 : cores) ? read.output : null
}

/** Names that the page reads besides the settings. `format` is in older links and has no effect any more. */
const PAGE_NAMES = ['label', 'autostart', 'format', 'unmet', 'post']

const LINK_NAMES = new Set([...Object.keys(SETTING_LIMITS), 'engine', 'pool', 'against', ...PAGE_NAMES])

type ReadLink = { settings: RunSettings; unmet: AdjustedSetting[] }

/**
 * Reads the settings of a link for a device. A missing or malformed value gets its default, one out of bounds the nearest bound. `unmet`
 * lists all of these except the missing ones.
 */
export function readSettingsLink(
  query: URLSearchParams,
  cores: number,
  engines: readonly RunEngine[] = RUN_ENGINES,
): ReadLink {
  const unmet: AdjustedSetting[] = []
  const refuse = (name: string, asked: string, given: string | null) =>
    void unmet.push({ name: name.slice(0, 100), asked: asked.slice(0, 100), given })
  const number = (name: NumberSettingName, fallback: number, max: number = SETTING_LIMITS[name].max) => {
    const text = query.get(name)
    if (text === null) return fallback
    const given = /^\d{1,10}$/.test(text)
      ? Math.min(Math.max(Number(text), SETTING_LIMITS[name].min), max)
      : fallback
    if (given !== Number(text)) refuse(name, text, String(given))
    return given
  }
  const choice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const text = query.get(name)
    const given = choices.find((choice) => choice === text)
    if (text !== null && given === undefined) refuse(name, text, fallback)
    return given ?? fallback
  }

  const difficulty = number('difficulty', 4)
  const engine = choice('engine', engines, 'auto')
  const most = engine === 'page' ? 1 : Math.min(cores, SETTING_LIMITS.lanes.max)
  const own = {
    difficulty,
    trials: number('trials', DEFAULT_TRIALS),
    lanes: number('lanes', most, most),
    engine,
    keyLength: number('keyLength', 48),
    pool: choice('pool', POOL_KINDS, 'warm'),
    range: number('range', defaultRangeSize(difficulty)),
    seed: number('seed', 1),
  }
  const sustain = number('sustain', 0)
  const against = query.getAll('against').flatMap((text, index): RunConfiguration[] => {
    const found = index < COMPARED_CONFIGURATIONS_MAX ? configurationFrom(text, own, cores, engines) : null
    if (found === null) refuse('against', text, null)
    return found ? [found] : []
  })
  for (const name of new Set(query.keys())) {
    if (!LINK_NAMES.has(name)) refuse(name, query.get(name) ?? '', null)
  }
  return {
    settings: { ...own, ...(sustain > 0 && { sustain }), against },
    unmet: [...upgradeAdjusted(query, { ...own, sustain }), ...unmet].slice(0, ADJUSTED_SETTINGS_MAX),
  }
}

function upgradeAdjusted(query: URLSearchParams, own: Record<string, unknown>): AdjustedSetting[] {
  return query.getAll('unmet').flatMap((text) => {
    const [, name, asked = ''] = /^([^:]{1,100}):(.{0,100})$/s.exec(text) ?? []
    if (name === undefined) return []
    return [{ name, asked, given: Object.hasOwn(own, name) ? String(own[name]) : null }]
  })
}

export function correctedSettingsLink(
  query: URLSearchParams,
  { settings, unmet }: ReadLink,
): URLSearchParams | null {
  const listed = new Set(query.getAll('unmet'))
  const fresh = unmet.filter(({ name, asked }) => !listed.has(`${name}:${asked}`))
  if (fresh.length === 0) return null
  const corrected = new URLSearchParams(query)
  for (const { name, asked, given } of fresh) {
    if (given === null) corrected.delete(name)
    else corrected.set(name, given)
    corrected.append('unmet', `${name}:${asked}`)
  }
  // `against` is written again, because `lanes:2` means the run's own two workers once the address asks for no more than two.
  corrected.delete('against')
  for (const other of settings.against) corrected.append('against', configurationToText(other, settings))
  return corrected
}

export function runLabelFrom(query: URLSearchParams): string {
  return (query.get('label') ?? '').trim().slice(0, LABEL_LENGTH_MAX)
}

export function settingsToQuery({ against, ...own }: RunSettings, label = ''): URLSearchParams {
  const query = new URLSearchParams(Object.entries(own).map(([name, value]) => [name, String(value)]))
  for (const other of against) query.append('against', configurationToText(other, own))
  if (label) query.append('label', label)
  return query
}

/** Number of blocks of keys in a run whose configurations take turns: fifty times A B B A. */
const KEY_BLOCKS = 100

export type TrialRange = { configuration: number; block: number | null; from: number; to: number }

export function allConfigurations(settings: RunSettings): RunSettings[] {
  const { against, ...own } = settings
  return [{}, ...against].map((other) => Object.assign({ against: [] }, own, other))
}

/**
 * Returns the order of the configurations: the whole run at once if there is one, otherwise A B B A A B B A …, each pair with the same
 * keys.
 */
export function planTrialRanges(trials: number, configurations: number): TrialRange[] {
  if (configurations === 1) return [{ configuration: 0, block: null, from: 0, to: trials }]
  const size = Math.max(Math.round(trials / KEY_BLOCKS), 1)
  const places = Array.from({ length: configurations }, (_, configuration) => configuration)
  const mirrored = places.map((place) => configurations - 1 - place)
  return Array.from({ length: Math.ceil(trials / size) }, (_, block) => {
    const [from, to] = [block * size, Math.min((block + 1) * size, trials)]
    const order = block % 2 === 0 ? places : mirrored
    return order.map((configuration) => ({ configuration, block, from, to }))
  }).flat()
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The uses of the run's random numbers: keys and draws must not share a stream. */
const KEY_STREAM = 1
const DRAW_STREAM = 2

/** Returns the key of one trial: base64url characters, like the server's keys. The same settings give the same keys on every device. */
export function createSearchKey(
  { seed, keyLength }: { seed: number; keyLength: number },
  index: number,
): string {
  const next = createRandom(seed, index, KEY_STREAM)
  return Array.from({ length: keyLength }, () => ALPHABET.charAt(Math.floor(next() * 64))).join('')
}

export function uniformDrawOfTrial({ seed }: { seed: number }, index: number): number {
  return createRandom(seed, index, DRAW_STREAM)()
}
