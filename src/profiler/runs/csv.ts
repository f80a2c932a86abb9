import { csvText } from '../../files/csvTable.ts'
import type { CsvCell } from '../../files/csvTable.ts'
import type { Result, Trial } from '../model/runResult.ts'

const COLUMNS = [
  'trial',
  'started_at_ms',
  'attempts',
  'milliseconds',
  'lanes',
  'counter',
  'range_from',
  'range_count',
  'first_range_ms',
  'verified',
  'searched_attempts',
  'searched_lane_ms',
  'configuration',
  'block',
  'steal',
] as const

/**
 * One line a trial, for programs: without a byte order mark, which some would take for a part of the first name.
 * The configuration is 0 for the first one, else its place in `settings.against`, from 1.
 */
export function csvOf({ trials, others }: Result): string {
  const all = [trials, ...others.map((other) => other.trials)]
  return csvText([
    [...COLUMNS],
    ...all.flatMap((some, configuration) => some.map((trial) => cellsOf(trial, configuration))),
  ])
}

function cellsOf(trial: Trial, configuration: number): CsvCell[] {
  return [
    trial.index,
    trial.startedAt,
    trial.attempts,
    trial.milliseconds,
    trial.lanes,
    trial.counter,
    trial.range?.from,
    trial.range?.count,
    trial.firstRange,
    trial.verified,
    trial.work.reduce((sum, [attempts]) => sum + attempts, 0),
    trial.work.reduce((sum, [, milliseconds]) => sum + milliseconds, 0),
    configuration,
    trial.block,
    trial.steal,
  ]
}
