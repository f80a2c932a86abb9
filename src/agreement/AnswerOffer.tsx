import type { Statement } from '../../contract/AgreementTicket.ts'
import { createPart } from '../load/createPart.ts'
import { LatePart } from '../load/LatePart.tsx'
import { useTicket } from './TicketsOf.tsx'

const formPart = createPart(async () => (await import('./AnswerForm.tsx')).AnswerForm)

type AnswerOfferProps = {
  /** The verdict beside which the visitor answered. */
  stated: Partial<Statement> | null
  /** What the visitor saw, and when. */
  finding: { answer: string; at: number } | undefined
}

/** Offers to send what the visitor saw, where the server counts it: what was answered since the check, and was seen or not seen. */
export function AnswerOffer({ stated, finding }: AnswerOfferProps) {
  const offered = useTicket(stated)
  if (!offered || !finding || finding.at < offered.since) return null
  const { answer } = finding
  if (answer !== 'seen' && answer !== 'unseen') return null
  return <LatePart part={formPart} props={{ ticket: offered.ticket, seen: answer }} />
}
