import type { Result } from '../model/runResult.ts'

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
] as const

/** One line a trial, as RFC 4180 has it; what is not known is empty. Every value is a number or true/false, so nothing needs quotes. */
export function csvOf({ trials }: Result): string {
  const lines = trials.map((trial) =>
    [
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
    ]
      .map((value) => value ?? '')
      .join(','),
  )
  return [COLUMNS.join(','), ...lines, ''].join('\r\n')
}
