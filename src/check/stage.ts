/** Where a running check stands. Figures of the proof of work arrive at most four times a second. */
export type Stage =
  | { name: 'ip' }
  | { name: 'challenge' }
  | { name: 'pow'; difficulty: number; attempts: number; attemptsPerSecond: number }
  | { name: 'server' }

export const STAGE_NAMES = ['ip', 'challenge', 'pow', 'server'] as const satisfies Stage['name'][]

export type ReportStage = (stage: Stage) => void

/** What a running check is given. `startedAt` is when it began on the page's clock, before its own code was here. */
export type CheckRun = { startedAt: number; signal: AbortSignal; report: ReportStage }
