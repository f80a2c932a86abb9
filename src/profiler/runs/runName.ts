import { powText } from '../../text/pow.ts'
import { engineText } from './engineText.ts'
import { whole } from '../model/format.ts'
import type { Result } from '../model/runResult.ts'
import type { Settings } from '../model/settings.ts'

/** What a run is called beside another one: its label, else its engine. */
export function shortName({ environment, settings }: Result): string {
  return environment.label || engineText(settings.engine)
}

/** What is measured, in a few words. */
export function aboutText({ engine, difficulty, lanes, trials, against }: Settings): string {
  const about = powText.runs.about(engineText(engine), difficulty, lanes)
  const turns = against.length > 0 ? `・${powText.runs.turns(against.length + 1)}` : ''
  return `${about}・${powText.runs.trials(whole(trials))}${turns}`
}

/** A run in one line: device, time, what was measured. */
export function runName({ environment, settings, trials }: Result): string {
  const device = environment.label || environment.browser?.name || powText.runs.unnamed
  const time = new Date(environment.date).toLocaleString('ja-JP', { dateStyle: 'short', timeStyle: 'short' })
  return `${device}・${time}・${aboutText({ ...settings, trials: trials.length })}`
}
