import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import type { FeedbackAnswer, FeedbackToken } from '../../contract/feedback.ts'
import { CheckError } from '../check/CheckError.ts'
import { throwOnRefusal, apiClient } from '../check/api.ts'
import { CALL_TIMEOUT_MS, withDeadline } from '../check/deadlines.ts'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { sendFeedbackText } from '../text/observations.ts'
import { Button } from '../ui/controls.tsx'
import styles from './FeedbackForm.module.css'

/** Formats the visitor's answer. The page shows exactly the bytes that it sends. */
export function feedbackRequestBody({
  item,
  verdict,
  seen,
  viewer,
  method,
  day,
  ticket,
}: FeedbackAnswer): string {
  return JSON.stringify({ item, verdict, seen, viewer, method, day, ticket } satisfies FeedbackAnswer)
}

/** The state of one answer. Only `failed` and `full` can be tried again, because the server counts each feedback token once. */
type FeedbackState = 'sending' | 'sent' | 'counted' | 'late' | 'full' | 'failed'

/** The state of each answer by its feedback token. It is kept in memory only. */
const statesAtom = atom<ReadonlyMap<string, FeedbackState>>(new Map())
export const feedbackStatesAtom = atom((get) => get(statesAtom))

const STATE_BY_ERROR_CODE: Readonly<Record<string, FeedbackState>> = {
  counted: 'counted',
  old_ticket: 'late',
  bad_ticket: 'late',
  not_collected: 'late',
  too_many_requests: 'full',
}

/** Sends an answer once. It does nothing if the answer with this feedback token is being sent, was sent, or was refused for good. */
export const sendFeedbackAtom = atom(null, async (get, set, ticket: string, body: string) => {
  const put = (state: FeedbackState) => set(statesAtom, new Map(get(statesAtom)).set(ticket, state))
  const before = get(statesAtom).get(ticket)
  if (before && before !== 'failed' && before !== 'full') return
  put('sending')
  try {
    const headers = { 'Content-Type': 'application/json' }
    await withDeadline(CALL_TIMEOUT_MS, new AbortController().signal, (signal) =>
      throwOnRefusal(apiClient.post('agreement', { body, headers, signal, retry: 0 }).text()),
    )
    put('sent')
  } catch (error) {
    put((error instanceof CheckError && STATE_BY_ERROR_CODE[error.refusal.code ?? '']) || 'failed')
  }
})

type FeedbackFormProps = { token: FeedbackToken } & Pick<FeedbackAnswer, 'seen' | 'viewer'>

export function FeedbackForm({ token, seen, viewer }: FeedbackFormProps) {
  const state = useAtomValue(feedbackStatesAtom).get(token.ticket)
  const give = useSetAtom(sendFeedbackAtom)
  const body = feedbackRequestBody({ ...token, seen, viewer })
  const isOver = state !== undefined && state !== 'sending' && sendFeedbackText.over.includes(state)
  return (
    <div className={`stack small ${styles['offer']}`}>
      {!isOver && (
        <>
          <Paragraph>{sendFeedbackText.lead}</Paragraph>
          <dl className={`stack gap-4 ${styles['words']}`}>
            {sendFeedbackText.rows({ ...token, seen, viewer }).map(([name, words, language]) => (
              <div key={name} className="line">
                <dt className="muted">{name}</dt>
                <dd className="unmuted" lang={language}>
                  {words}
                </dd>
              </div>
            ))}
          </dl>
          <details>
            <summary className="touchable unfolding">{sendFeedbackText.exact}</summary>
            <pre className={`unmuted ${styles['body']}`} translate="no">
              {body}
            </pre>
          </details>
          <Paragraph>{sendFeedbackText.ticket}</Paragraph>
          <div>
            <Button onClick={() => void give(token.ticket, body)}>{sendFeedbackText.send}</Button>
          </div>
        </>
      )}
      <output>{state && <Sentence>{sendFeedbackText.state[state]}</Sentence>}</output>
    </div>
  )
}
