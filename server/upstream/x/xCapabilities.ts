import type { Capabilities } from '../../../contract/Capabilities.ts'

/** What an operator may let be judged. */
export const JUDGEABLE = ['search_ban', 'posts'] as const
export type Judgeable = (typeof JUDGEABLE)[number]

/** What the operator of the `x` upstream has and allows. */
export type XOffer = {
  /** The official API's app token; without it accounts are not checked, and posts are not searched for. */
  bearerToken: string
  /** Whether the operator has confirmed that X permits checks of accounts, and the search for posts. */
  accountsPermitted: boolean
  postSearchPermitted: boolean
  judged: readonly Judgeable[]
}

/** What these settings let be judged. Only search shows that a post is found; without it X says no more than whether it shows one. */
export function xCapabilities(offer: XOffer): Capabilities {
  const judgesAccounts = offer.bearerToken !== '' && offer.accountsPermitted
  return {
    bans: judgesAccounts && offer.judged.includes('search_ban') ? ['search_ban'] : [],
    posts: searchesPosts(offer) ? 'search' : 'visibility',
  }
}

export const searchesPosts = ({ bearerToken, postSearchPermitted, judged }: XOffer) =>
  bearerToken !== '' && postSearchPermitted && judged.includes('posts')
