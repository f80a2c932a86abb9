export type Progress = { attempts: number; attemptsPerSecond: number }
export type ReportProgress = (progress: Progress) => void

/** Milliseconds between two reports. */
const INTERVAL = 250

/** Counts answered ranges and reports them, at most four times a second. */
export function createProgress(report: ReportProgress | undefined) {
  const startedAt = performance.now()
  let attempts = 0
  let reportedAt = startedAt
  return {
    add(count: number): void {
      attempts += count
      const now = performance.now()
      if (now - reportedAt < INTERVAL) return
      reportedAt = now
      report?.({ attempts, attemptsPerSecond: (attempts / (now - startedAt)) * 1000 })
    },
  }
}
