import { configurationFrom, configurationText } from './configurationText.ts'
import { RUN_ENGINES } from './RunEngine.ts'
import type { RunEngine } from './RunEngine.ts'
import { AGAINST_MAX, DEFAULT_TRIALS, defaultRange, LABEL_MAX, LIMITS, POOLS } from './settings.ts'
import type { Configuration, NumberName, Settings } from './settings.ts'
import { UNMET_MAX } from './UnmetSetting.ts'
import type { UnmetSetting } from './UnmetSetting.ts'

/** What an address may hold besides settings. */
const PAGE_NAMES = ['label', 'autostart', 'format', 'unmet', 'post'] as const

const NAMES = new Set<string>([...Object.keys(LIMITS), 'engine', 'pool', 'against', ...PAGE_NAMES])

type ReadLink = {
  settings: Settings
  /** What the link asks for in vain. */
  unmet: UnmetSetting[]
}

/** Reads the settings of a link, for a device with so many cores and these engines. What is missing gets its default; what is malformed, too, and what is out of bounds the nearest bound: both are told. */
export function readLink(
  query: URLSearchParams,
  cores: number,
  engines: readonly RunEngine[] = RUN_ENGINES,
): ReadLink {
  const unmet: UnmetSetting[] = []
  const tell = (name: string, asked: string, given: string | null) =>
    void unmet.push({ name: name.slice(0, 100), asked: asked.slice(0, 100), given })
  const number = (name: NumberName, fallback: number, max: number = LIMITS[name].max) => {
    const text = query.get(name)
    if (text === null) return fallback
    const given = /^\d{1,10}$/.test(text) ? Math.min(Math.max(Number(text), LIMITS[name].min), max) : fallback
    if (given !== Number(text)) tell(name, text, String(given))
    return given
  }
  const choice = <T extends string>(name: string, choices: readonly T[], fallback: T): T => {
    const text = query.get(name)
    const given = choices.find((choice) => choice === text)
    if (text !== null && given === undefined) tell(name, text, fallback)
    return given ?? fallback
  }

  const difficulty = number('difficulty', 4)
  const engine = choice('engine', engines, 'auto')
  const most = engine === 'page' ? 1 : cores
  const own = {
    difficulty,
    trials: number('trials', DEFAULT_TRIALS),
    lanes: number('lanes', most, Math.min(most, LIMITS.lanes.max)),
    engine,
    keyLength: number('keyLength', 48),
    pool: choice('pool', POOLS, 'warm'),
    range: number('range', defaultRange(difficulty)),
    seed: number('seed', 1),
  }
  const sustain = number('sustain', 0)
  const against = query.getAll('against').flatMap((text, index): Configuration[] => {
    const found = index < AGAINST_MAX ? configurationFrom(text, own, cores, engines) : null
    if (found === null) tell('against', text, null)
    return found ? [found] : []
  })
  for (const name of new Set(query.keys())) {
    if (!NAMES.has(name)) tell(name, query.get(name) ?? '', null)
  }
  return {
    settings: { ...own, ...(sustain > 0 && { sustain }), against },
    unmet: [...toldIn(query, { ...own, sustain }), ...unmet].slice(0, UNMET_MAX),
  }
}

export function settingsFrom(query: URLSearchParams, cores: number): Settings {
  return readLink(query, cores).settings
}

/** What an address that was put right tells of what it had asked for: `unmet=lanes:4`. */
function toldIn(query: URLSearchParams, own: Record<string, unknown>): UnmetSetting[] {
  return query.getAll('unmet').flatMap((text) => {
    const told = /^([^:]{1,100}):(.{0,100})$/s.exec(text)
    if (!told) return []
    const [, name = '', asked = ''] = told
    return [{ name, asked, given: Object.hasOwn(own, name) ? String(own[name]) : null }]
  })
}

/** The address put right: with the values that are measured, and what it had asked for under `unmet`. Null where nothing is wrong with it. */
export function correctedLink(query: URLSearchParams, { settings, unmet }: ReadLink): URLSearchParams | null {
  const told = new Set(query.getAll('unmet'))
  const fresh = unmet.filter(({ name, asked }) => !told.has(`${name}:${asked}`))
  if (fresh.length === 0) return null
  const corrected = new URLSearchParams(query)
  for (const { name, asked, given } of fresh) {
    if (given === null) corrected.delete(name)
    else corrected.set(name, given)
    corrected.append('unmet', `${name}:${asked}`)
  }
  // Written anew: `lanes:2` means the run's own two lanes once the address has no more than two.
  corrected.delete('against')
  for (const other of settings.against) corrected.append('against', configurationText(other, settings))
  return corrected
}

/** The device's name from a query string. */
export function labelFrom(query: URLSearchParams): string {
  return (query.get('label') ?? '').trim().slice(0, LABEL_MAX)
}

/** The query string that gives these settings again, and the device's name if it has one. */
export function queryOf({ against, ...own }: Settings, label = ''): URLSearchParams {
  const query = new URLSearchParams(Object.entries(own).map(([name, value]) => [name, String(value)]))
  for (const other of against) query.append('against', configurationText(other, own))
  if (label) query.append('label', label)
  return query
}
