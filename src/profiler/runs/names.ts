import { formatShortTime } from '../../text/japanese.ts'
import { powText } from '../../text/pow.ts'
import { formatWhole } from '../model/format.ts'
import type { RunResult } from '../model/result.ts'
import { CONFIGURATION_FIELDS, allConfigurations } from '../model/settings.ts'
import type { RunConfiguration, RunSettings } from '../model/settings.ts'

const names = new Map<string, string>(Object.entries(powText.engine))

export function engineText(engine: string): string {
  return names.get(engine) ?? engine
}

export function shortRunName({ environment, settings }: RunResult): string {
  return environment.label || engineText(settings.engine)
}

export function settingsText(settings: RunSettings): string {
  const { engine, difficulty, lanes, trials, against } = settings
  const about = powText.runs.about(engineText(engine), difficulty, lanes)
  const isEach = against.length > 0
  const turns = isEach ? powText.runs.turns(configurationNames(settings).slice(1)) : ''
  return `${about}・${powText.runs.trials(formatWhole(trials), isEach)}${turns}`
}

/** Returns the attempts per second of all workers of the run together; null if they were not measured. */
export function engineRate({ settings, summary }: RunResult): number | null {
  return summary.scaling.find(({ lanes }) => lanes === settings.lanes)?.attemptsPerSecond ?? null
}

/** Returns the parts of a run's name. */
export function runNameParts({ environment, settings, trials }: RunResult) {
  const device = environment.label || environment.browser?.name || powText.runs.unnamed
  const time = formatShortTime(Date.parse(environment.date))
  return { device, time, settings: settingsText({ ...settings, trials: trials.length }) }
}

export function runName(run: RunResult): string {
  return Object.values(runNameParts(run)).join('・')
}

const words = powText.runs.part

const NAMES = {
  engine: ({ engine }) => engineText(engine),
  lanes: ({ lanes }) => words.lanes(lanes),
  pool: ({ pool }) => powText.pool[pool],
  range: ({ range }) => words.range(formatWhole(range)),
} as const satisfies Record<keyof RunConfiguration, (one: RunConfiguration) => string>

export function configurationNames(settings: RunSettings): string[] {
  const all = allConfigurations(settings)
  const fields = CONFIGURATION_FIELDS.filter((field) => new Set(all.map((one) => one[field])).size > 1)
  if (fields.length === 0) return all.map((_, index) => words.same(index + 1))
  const names = all.map((one) => fields.map((field) => NAMES[field](one)).join('・'))
  // Two of three names may still be equal.
  return names.map((name, index) =>
    names.indexOf(name) === index ? name : `${name}${words.again(index + 1)}`,
  )
}
