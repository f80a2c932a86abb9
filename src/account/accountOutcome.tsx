import { AccountResultCard } from './AccountResultCard.tsx'
import { FailureCard } from './FailureCard.tsx'
import { LatestPostsCard } from './LatestPostsCard.tsx'
import { AccountProgress } from './AccountProgress.tsx'

/** The parts of the page that show a check. They are loaded together, since the form does not need them. */
export const accountOutcome = { AccountProgress, FailureCard, AccountResultCard, LatestPostsCard }

export type AccountOutcome = typeof accountOutcome
