import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import type { SeenAnswer, Ticket } from '../../contract/feedback.ts'
import { CheckError } from '../check/CheckError.ts'
import { answered, api } from '../check/api.ts'
import { CALL_DEADLINE, withDeadline } from '../check/deadlines.ts'
import { Sentence } from '../text/Sentence.tsx'
import { offerText } from '../text/findings.ts'
import { Button } from '../ui/controls.tsx'
import styles from './AnswerForm.module.css'

/** An answer as it is shown and, to the byte, as it is sent. */
export function bodyOf({ item, verdict, seen, viewer, method, day, ticket }: SeenAnswer): string {
  return JSON.stringify({ item, verdict, seen, viewer, method, day, ticket } satisfies SeenAnswer)
}

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

/** What became of an answer. Only `failed` and `full` can be tried again. */
export type Given = 'sending' | 'sent' | 'counted' | 'late' | 'full' | 'failed'

/** By ticket, as long as the page is open: nothing of it is kept on the device. */
const statesAtom = atom<ReadonlyMap<string, Given>>(new Map())
export const givenAtom = atom((get) => get(statesAtom))

const BY_CODE: Readonly<Record<string, Given>> = {
  counted: 'counted',
  old_ticket: 'late',
  bad_ticket: 'late',
  not_collected: 'late',
  address_full: 'full',
}

/** Sends an answer, unless the one of the same ticket is under way or was sent. */
export const giveAtom = atom(null, async (get, set, ticket: string, body: string) => {
  const put = (state: Given) => set(statesAtom, new Map(get(statesAtom)).set(ticket, state))
  const before = get(statesAtom).get(ticket)
  if (before && before !== 'failed' && before !== 'full') return
  put('sending')
  try {
    await sendAnswer(body)
    put('sent')
  } catch (error) {
    put((error instanceof CheckError && BY_CODE[error.code ?? '']) || 'failed')
  }
})

type AnswerFormProps = { ticket: Ticket } & Pick<SeenAnswer, 'seen' | 'viewer'>

/** What would be sent, to the byte, and the button that sends it. Once it was sent, only that is said. */
export function AnswerForm({ ticket, seen, viewer }: AnswerFormProps) {
  const state = useAtomValue(givenAtom).get(ticket.ticket)
  const give = useSetAtom(giveAtom)
  const body = bodyOf({ ...ticket, seen, viewer })
  const isOver = state !== undefined && state !== 'sending' && offerText.over.includes(state)
  return (
    <div className={`stack small ${styles['offer']}`}>
      {!isOver && (
        <>
          <p>
            <Sentence>{offerText.lead}</Sentence>
          </p>
          <dl className={`stack gap-4 ${styles['words']}`}>
            {offerText.rows({ ...ticket, seen, viewer }).map(([name, words]) => (
              <div key={name} className="line">
                <dt className="muted">{name}</dt>
                <dd className="unmuted">{words}</dd>
              </div>
            ))}
          </dl>
          <details>
            <summary className="touchable unfolding">{offerText.exact}</summary>
            <pre className={`unmuted ${styles['body']}`} translate="no">
              {body}
            </pre>
          </details>
          <p>
            <Sentence>{offerText.ticket}</Sentence>
          </p>
          <div>
            <Button onClick={() => void give(ticket.ticket, body)}>{offerText.send}</Button>
          </div>
        </>
      )}
      <output>{state && <Sentence>{offerText.state[state]}</Sentence>}</output>
    </div>
  )
}
