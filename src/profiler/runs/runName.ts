import { powText } from '../../text/pow.ts'
import { whole } from '../model/format.ts'
import type { Result } from '../model/result.ts'

const names: Record<string, string> = powText.engine

export function engineText(engine: string): string {
  return names[engine] ?? engine
}

/** A run in one line: device, time, what was measured. */
export function runName({ environment, settings, trials }: Result): string {
  const device = environment.label || environment.browser?.name || powText.runs.unnamed
  const time = new Date(environment.date).toLocaleString('ja-JP', { dateStyle: 'short', timeStyle: 'short' })
  const about = powText.runs.about(engineText(settings.engine), settings.difficulty, settings.lanes)
  return `${device}・${time}・${about}・${powText.runs.trials(whole(trials.length))}`
}
