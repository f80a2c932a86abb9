import { History } from '../../../contract/wire.ts'
import { api } from '../../check/api.ts'
import { CheckError } from '../../check/CheckError.ts'
import { CALL_DEADLINE, withDeadline } from '../../check/withDeadline.ts'

/** A saved batch. Throws `Failed to fetch history` when the server refuses. */
export async function fetchHistory(id: string, signal: AbortSignal): Promise<History> {
  return await withDeadline(CALL_DEADLINE, signal, (signal) =>
    api
      .get('get-history-by-session-id', { searchParams: { id }, signal })
      .json(History)
      .catch((error: unknown) => {
        throw CheckError.saying('Failed to fetch history', error)
      }),
  )
}
