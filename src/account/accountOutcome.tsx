import { AccountResultCard } from './AccountResultCard.tsx'
import { FailureCard } from './FailureCard.tsx'
import { LatestPostsCard } from './LatestPostsCard.tsx'
import { AccountProgress } from './AccountProgress.tsx'

/** The parts of the page that a check fills: nobody needs them to type a name. They come in one file. */
export const accountOutcome = { AccountProgress, FailureCard, AccountResultCard, LatestPostsCard }

export type AccountOutcome = typeof accountOutcome
