import { useAtomValue, useSetAtom } from 'jotai'
import { useState } from 'react'
import type { Statement } from '../../../contract/AgreementTicket.ts'
import { AnswerOffer } from '../../agreement/AnswerOffer.tsx'
import { useTicket } from '../../agreement/TicketsOf.tsx'
import { formatDay } from '../../text/formatTime.ts'
import { postSearchText } from '../../text/postSearch.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { sightingText } from '../../text/sighting.ts'
import { OutLink } from '../../ui/OutLink.tsx'
import { SightingField } from '../../ui/SightingField.tsx'
import { answerPostAtom, postFindingsAtom } from './postFindingAtoms.ts'
import styles from './SearchByHand.module.css'
import type { SearchLink } from './searchLink.ts'

const words = postSearchText.see

/** `stated` is the verdict on the post, where there is one. */
type SearchByHandProps = { link: SearchLink; stated: Statement | null }

/** A way to look for one post in X's own search, and what the visitor saw there. */
export function SearchByHand({ link, stated }: SearchByHandProps) {
  const [open, setOpen] = useState(false)
  const finding = useAtomValue(postFindingsAtom).get(link.id)
  return (
    <div className={styles['search']}>
      {finding && (
        <p className={styles['own']}>
          <Sentence>{sightingText.own(words.answers[finding.answer], formatDay(finding.at))}</Sentence>
        </p>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={`touchable unfolding ${styles['summary']}`}>{words.title}</summary>
        {open && <Steps link={link} stated={stated} />}
      </details>
    </div>
  )
}

function Steps({ link, stated }: SearchByHandProps) {
  const finding = useAtomValue(postFindingsAtom).get(link.id)
  const answer = useSetAtom(answerPostAtom)
  return (
    <div className={styles['steps']}>
      <p>{words.lead}</p>
      {link.isHint && <p>{words.hint(link.name)}</p>}
      <p>
        <OutLink href={link.href}>{words.link}</OutLink>
      </p>
      <SightingField
        question={words.question}
        answers={words.answers}
        chosen={finding?.answer}
        outcome={finding?.outcome}
        about={useTicket(stated) ? sightingText.unsent : undefined}
        onChoose={(sighting) => void answer(link, sighting)}
      />
      <AnswerOffer stated={stated} finding={finding} />
    </div>
  )
}
