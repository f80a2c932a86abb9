import type { config } from '../config.ts'
import { privacyText } from '../text/privacy.ts'

type PrivacyConfig = Pick<typeof config, 'apiBase' | 'ipLookupUrl'> & { timingUrl: string }
type Places = { api: string; lookup: string; timings: string | null }

/** Names every place that a build sends data to. The API's own address call is the API. */
export function placesOf({ apiBase, ipLookupUrl, timingUrl }: PrivacyConfig): Places {
  const apiHost = hostOf(apiBase)
  const api = apiHost === null ? privacyText.own : privacyText.api(apiHost)
  const placeOf = (url: string) => {
    const host = hostOf(url)
    if (host === null) return privacyText.own
    return host === apiHost ? api : privacyText.elsewhere(host)
  }
  return { api, lookup: placeOf(ipLookupUrl), timings: timingUrl === '' ? null : placeOf(timingUrl) }
}

/** The host of an absolute URL; null for a path of this site. The build has checked that it is one of the two. */
function hostOf(url: string): string | null {
  return /^https?:/.test(url) ? new URL(url).host : null
}
