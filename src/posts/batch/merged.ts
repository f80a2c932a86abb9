import type { BatchAnswer } from '../../../contract/wire.ts'

/** The earlier answer with the rows that the later one has. The earlier history stays where the server saved no new one. */
export function merged(earlier: BatchAnswer, later: BatchAnswer): BatchAnswer {
  const byUrl = new Map(later.results.map((result) => [result.url, result]))
  return {
    results: earlier.results.map((result) => byUrl.get(result.url) ?? result),
    sessionId: later.sessionId || earlier.sessionId,
    keptDays: later.keptDays ?? earlier.keptDays,
    agreement: [...(later.agreement ?? []), ...(earlier.agreement ?? [])],
  }
}
