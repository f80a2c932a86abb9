import type { Ask, XEndpoints } from './asking/Ask.ts'
import { X_ENDPOINTS } from './asking/endpoints.ts'
import { faultSentence } from './asking/faultSentence.ts'
import type { Control } from './judging/Control.ts'
import type { XOffer } from './xCapabilities.ts'

/** What the operator should mend, in plain sentences; null when nothing is wrong. */
export function troubleOf(
  offer: XOffer & { canary: string },
  endpoints: XEndpoints,
  oembed: Pick<Ask, 'fault'>,
  control: Control,
): string | null {
  const faults = X_ENDPOINTS.flatMap((endpoint) => {
    const fault = endpoints[endpoint].fault()
    return fault ? [faultSentence(endpoint, fault)] : []
  })
  const oembedFault = oembed.fault()
  const sentences = [
    ...(offer.bearerToken === '' ? ['Account checks are off: X_BEARER_TOKEN is not set.'] : []),
    ...(offer.bearerToken !== '' && !offer.accountsPermitted
      ? ['Account checks are off: X_ACCOUNT_CHECKS is not "permitted".']
      : []),
    ...faults,
    ...(oembedFault ? [faultSentence('oembed', oembedFault)] : []),
    ...(control.isBlind()
      ? [
          `X's search is blind: it finds no post of ${offer.canary} (X_CANARY). Nothing is called excluded meanwhile.`,
        ]
      : []),
  ]
  return sentences.length > 0 ? sentences.join(' ') : null
}
