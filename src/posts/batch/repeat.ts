import { verdictOf } from '../../../contract/postVerdicts.ts'
import type { BatchAnswer, PostResult } from '../../../contract/wire.ts'

/** The URLs that could not be judged and may be next time. */
export function urlsToRepeat(results: readonly PostResult[]): string[] {
  return results.filter(({ status }) => !verdictOf(status).final).map(({ url }) => url)
}

/** An earlier answer with what a later one says of its rows. A server that could save nothing leaves the earlier history. */
export function merged(earlier: BatchAnswer, later: BatchAnswer): BatchAnswer {
  const byUrl = new Map(later.results.map((result) => [result.url, result]))
  return {
    results: earlier.results.map((result) => byUrl.get(result.url) ?? result),
    sessionId: later.sessionId || earlier.sessionId,
    keptDays: later.keptDays ?? earlier.keptDays,
  }
}
