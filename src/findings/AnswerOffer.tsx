import { createContext, useContext, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Statement, Ticket } from '../../contract/feedback.ts'
import { LatePart } from '../lib/Lazy.tsx'
import { createPart } from '../lib/loadChunk.ts'
import type { Observed } from './findings.ts'

/** The tickets of a check that ended at `since`, in Unix milliseconds; undefined where the server does not collect. */
type Offered = { tickets: readonly Ticket[] | undefined; since: number }
const OfferedContext = createContext<Offered>({ tickets: undefined, since: 0 })

/** Hands the tickets of a check to all that is shown of it. */
export function TicketsOf({ tickets, since, children }: Offered & { children: ReactNode }) {
  const offered = useMemo(() => ({ tickets, since }), [tickets, since])
  return <OfferedContext.Provider value={offered}>{children}</OfferedContext.Provider>
}

/** The ticket for a verdict that the check gave, named by as many words as tell it from others, and when the check ended; null where there is none. */
export function useTicket(stated: Partial<Statement> | null): { ticket: Ticket; since: number } | null {
  const { tickets = [], since } = useContext(OfferedContext)
  if (!stated) return null
  const names = Object.keys(stated) as (keyof Statement)[]
  const ticket = tickets.find((ticket) => names.every((name) => ticket[name] === stated[name]))
  return ticket ? { ticket, since } : null
}

const formPart = createPart(async () => (await import('./AnswerForm.tsx')).AnswerForm)

type AnswerOfferProps = {
  /** The verdict beside which the visitor answered. */
  stated: Partial<Statement> | null
  observed: Observed | undefined
}

/** Offers to send what the visitor saw, where the server counts it: what was answered since the check, and was seen or not seen. */
export function AnswerOffer({ stated, observed }: AnswerOfferProps) {
  const offered = useTicket(stated)
  if (!offered || !observed || observed.at < offered.since || observed.answer === 'unsure') return null
  return (
    <LatePart
      part={formPart}
      props={{ ticket: offered.ticket, seen: observed.answer, viewer: observed.viewer ?? 'unstated' }}
    />
  )
}
