import { powText } from '../../text/pow.ts'
import { whole } from '../model/format.ts'
import type { Result } from '../model/runResult.ts'
import type { Settings } from '../model/settings.ts'

const names: Record<string, string> = powText.engine

export function engineText(engine: string): string {
  return names[engine] ?? engine
}

/** What a run is called beside another one: its label, else its engine. */
export function shortName({ environment, settings }: Result): string {
  return environment.label || engineText(settings.engine)
}

/** What is measured, in a few words. */
export function aboutText({ engine, difficulty, lanes, trials }: Settings): string {
  const about = powText.runs.about(engineText(engine), difficulty, lanes)
  return `${about}・${powText.runs.trials(whole(trials))}`
}

/** A run in one line: device, time, what was measured. */
export function runName({ environment, settings, trials }: Result): string {
  const device = environment.label || environment.browser?.name || powText.runs.unnamed
  const time = new Date(environment.date).toLocaleString('ja-JP', { dateStyle: 'short', timeStyle: 'short' })
  return `${device}・${time}・${aboutText({ ...settings, trials: trials.length })}`
}
