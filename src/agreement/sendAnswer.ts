import { answered } from '../check/answered.ts'
import { api } from '../check/api.ts'
import { CALL_DEADLINE, withDeadline } from '../check/withDeadline.ts'

/** Sends a text as it is. The server counts each ticket once, so it may be sent again after a failure. */
export async function sendAnswer(body: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  await withDeadline(CALL_DEADLINE, new AbortController().signal, (signal) =>
    answered(
      api.post('agreement', { body, headers, signal, retry: 0 }).text(),
      () => 'Network response was not ok',
    ),
  )
}
