import { BatchHistory } from '../../../contract/wire.ts'
import { apiClient, parseAnswer, throwOnRefusal } from '../../check/api.ts'
import { CALL_TIMEOUT_MS, withDeadline } from '../../check/deadlines.ts'
import { finishedBatchFromSaved } from '../../results/finishedBatch.ts'
import type { FinishedBatch } from '../../results/finishedBatch.ts'

export async function fetchHistory(id: string, signal: AbortSignal): Promise<FinishedBatch> {
  return await withDeadline(CALL_TIMEOUT_MS, signal, async (signal) => {
    const call = parseAnswer(
      apiClient.get('get-history-by-session-id', { searchParams: { id }, signal }),
      BatchHistory,
    )
    const { answer, upstream } = await throwOnRefusal(call, () => 'Failed to fetch history')
    return finishedBatchFromSaved(answer, id, upstream)
  })
}
