import { useAtomValue, useSetAtom } from 'jotai'
import type { SeenAnswer, Ticket } from '../../contract/AgreementTicket.ts'
import { offerText } from '../text/offer.ts'
import { Sentence } from '../text/Sentence.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './AnswerForm.module.css'
import { bodyOf } from './bodyOf.ts'
import { givenAtom, giveAtom } from './givenAtoms.ts'

type AnswerFormProps = { ticket: Ticket; seen: SeenAnswer['seen'] }

/** What would be sent, to the byte, and the button that sends it. Once it was sent, only that is said. */
export function AnswerForm({ ticket, seen }: AnswerFormProps) {
  const state = useAtomValue(givenAtom).get(ticket.ticket)
  const give = useSetAtom(giveAtom)
  const body = bodyOf({ ...ticket, seen })
  const isOver = state !== undefined && state !== 'sending' && offerText.over.includes(state)
  return (
    <div className={styles['offer']}>
      {!isOver && (
        <>
          <p>
            <Sentence>{offerText.lead}</Sentence>
          </p>
          <dl className={styles['words']}>
            {offerText.rows({ ...ticket, seen }).map(([name, words]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{words}</dd>
              </div>
            ))}
          </dl>
          <details>
            <summary className="touchable unfolding">{offerText.exact}</summary>
            <pre className={styles['body']} translate="no">
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
