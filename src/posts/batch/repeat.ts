import { verdictOf } from '../../../contract/postVerdicts.ts'
import type { BatchAnswer, PostResult } from '../../../contract/wire.ts'

/** The URLs that could not be judged and may be judged next time. */
export function urlsToRepeat(results: readonly PostResult[]): string[] {
  return results.filter(({ status }) => !verdictOf(status).final).map(({ url }) => url)
}

/** The earlier answer with the rows that the later one has. The earlier history stays where the server saved no new one. */
export function merged(earlier: BatchAnswer, later: BatchAnswer): BatchAnswer {
  const byUrl = new Map(later.results.map((result) => [result.url, result]))
  return {
    results: earlier.results.map((result) => byUrl.get(result.url) ?? result),
    sessionId: later.sessionId || earlier.sessionId,
    keptDays: later.keptDays ?? earlier.keptDays,
  }
}
