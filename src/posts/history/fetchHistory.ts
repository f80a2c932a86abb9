import { History } from '../../../contract/wire.ts'
import { throwOnRefusal, api } from '../../check/api.ts'
import { CALL_TIMEOUT_MS, withDeadline } from '../../check/deadlines.ts'

export async function fetchHistory(id: string, signal: AbortSignal): Promise<History> {
  return await withDeadline(CALL_TIMEOUT_MS, signal, (signal) =>
    throwOnRefusal(
      api.get('get-history-by-session-id', { searchParams: { id }, signal }).json(History),
      () => 'Failed to fetch history',
    ),
  )
}
