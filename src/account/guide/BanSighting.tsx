import { useAtomValue, useSetAtom } from 'jotai'
import type { Ban } from '../../../contract/bans.ts'
import { AnswerOffer } from '../../agreement/AnswerOffer.tsx'
import { useTicket } from '../../agreement/TicketsOf.tsx'
import { guideText } from '../../text/guide.ts'
import { sightingText } from '../../text/sighting.ts'
import { SightingField } from '../../ui/SightingField.tsx'
import { answerAtom, ownFindingsAtom } from './findingAtoms.ts'

/** What the visitor saw of a ban. */
export function BanSighting({ ban }: { ban: Ban }) {
  const finding = useAtomValue(ownFindingsAtom)[ban]
  const answer = useSetAtom(answerAtom)
  return (
    <>
      <SightingField
        question={guideText.see.question}
        answers={guideText.see.answers(ban)}
        chosen={finding?.answer}
        outcome={finding?.outcome}
        about={useTicket({ item: ban }) ? sightingText.unsent : undefined}
        onChoose={(sighting) => void answer(ban, sighting)}
      />
      <AnswerOffer stated={{ item: ban }} finding={finding} />
    </>
  )
}
