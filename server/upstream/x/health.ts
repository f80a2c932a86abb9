import type { Capabilities } from '../../../contract/wire.ts'
import type { Ask, XEndpoints } from './client/client.ts'
import { X_ENDPOINTS } from './client/endpoints.ts'
import { faultSentence } from './client/faults.ts'

export const JUDGEABLE = ['search_ban', 'posts'] as const
export type Judgeable = (typeof JUDGEABLE)[number]

export type XOffer = {
  bearerToken: string
  /** Whether the operator has confirmed that X permits checks of accounts, and the search for posts. */
  accountsPermitted: boolean
  postSearchPermitted: boolean
  judged: readonly Judgeable[]
  /** The most posts of a batch that are searched for. */
  postSearchMax: number
}

/** Without search, X says only whether it shows a post. */
export function xCapabilities(offer: XOffer): Capabilities {
  const judgesAccounts = offer.bearerToken !== '' && offer.accountsPermitted
  return {
    bans: judgesAccounts && offer.judged.includes('search_ban') ? ['search_ban'] : [],
    posts: searchesPosts(offer) ? 'search' : 'visibility',
  }
}

export const searchesPosts = ({ bearerToken, postSearchPermitted, judged, postSearchMax }: XOffer) =>
  bearerToken !== '' && postSearchPermitted && judged.includes('posts') && postSearchMax > 0

export function healthWarning(
  offer: XOffer & { canaries: readonly string[] },
  endpoints: XEndpoints,
  oembed: Pick<Ask, 'fault'>,
  controls: { asked: number; missing: number },
): string | null {
  const faults = X_ENDPOINTS.flatMap((endpoint) => {
    const fault = endpoints[endpoint].fault()
    return fault ? [faultSentence(endpoint, fault)] : []
  })
  const oembedFault = oembed.fault()
  const { asked, missing } = controls
  const sentences = [
    offer.bearerToken === ''
      ? 'Account checks are off: X_BEARER_TOKEN is not set.'
      : !offer.accountsPermitted && 'Account checks are off: X_ACCOUNT_CHECKS is not "permitted".',
    ...faults,
    oembedFault && faultSentence('oembed', oembedFault),
    missing > 0 &&
      `In the last hour X's search showed a control ${asked - missing} of ${asked} times (X_CANARY: ${offer.canaries.join(',')}). Posts without one are not called excluded.`,
  ]
  return sentences.filter(Boolean).join(' ') || null
}
