import { createContext, useContext, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Statement, FeedbackToken } from '../../contract/feedback.ts'
import { Lazy } from '../lib/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import type { Observed } from './observations.ts'

/** The feedback tokens of a check that ended at `since`, in Unix milliseconds; undefined where the server does not collect. */
type Offered = { feedbackTokens: readonly FeedbackToken[] | undefined; since: number }
const OfferedContext = createContext<Offered>({ feedbackTokens: undefined, since: 0 })

export function FeedbackTokensProvider({
  feedbackTokens,
  since,
  children,
}: Offered & { children: ReactNode }) {
  const offered = useMemo(() => ({ feedbackTokens, since }), [feedbackTokens, since])
  return <OfferedContext.Provider value={offered}>{children}</OfferedContext.Provider>
}

/** The feedback token for a verdict, named by as many words as tell it from others, and when the check ended. */
export function useFeedbackToken(stated: Partial<Statement> | null) {
  const { feedbackTokens = [], since } = useContext(OfferedContext)
  if (!stated) return null
  const names = Object.keys(stated) as (keyof Statement)[]
  const token = feedbackTokens.find((token) => names.every((name) => token[name] === stated[name]))
  return token ? { token, since } : null
}

const formModule = lazyModule(async () => (await import('./FeedbackForm.tsx')).FeedbackForm)

/** `stated` is the verdict beside which the visitor answered. */
type FeedbackOfferProps = { stated: Partial<Statement> | null; observed: Observed | undefined }

/** Offers to send what was answered since the check, where the server counts it. */
export function FeedbackOffer({ stated, observed }: FeedbackOfferProps) {
  const offered = useFeedbackToken(stated)
  if (!offered || !observed || observed.at < offered.since || observed.answer === 'unsure') return null
  return (
    <Lazy
      module={formModule}
      props={{ token: offered.token, seen: observed.answer, viewer: observed.viewer ?? 'unstated' }}
    />
  )
}
