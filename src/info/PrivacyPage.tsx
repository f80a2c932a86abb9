import type { ReactNode } from 'react'
import { config } from '../config.ts'
import { privacyText } from '../text/privacy.ts'
import { Card, CardHeading, LineList, PageHeading } from '../ui/Card.tsx'
import { ExternalLink } from '../ui/controls.tsx'
import { useIsOutsideProduction } from '../ui/hooks.tsx'
import { FoldedPart } from './FoldedPart.tsx'
import { DefinitionList } from './DefinitionList.tsx'

const { short, sent, server, device, ads, contact } = privacyText

export function PrivacyPage() {
  const { api, lookup, timings } = places()
  // A whole scheme among them is only what may be asked about.
  const unasked = config.powPostOrigins.filter((origin) => origin.includes('://'))
  const hasAds = Boolean(config.ads.client)
  const isOutside = useIsOutsideProduction()
  const showsPlaceholder = !config.ads.hidesPlaceholder && isOutside === true
  return (
    <div className="stack gap-16 prose">
      <div>
        <PageHeading>{privacyText.h1}</PageHeading>
        <p className="muted">{privacyText.lead}</p>
      </div>
      <Part title={short.title}>
        <LineList className="stack" lines={[short.sent(timings !== null), short.device, short.server]} />
      </Part>
      <Card>
        <FoldedPart title={sent.title}>
          <LineList
            className="stack"
            lines={[
              sent.account(api),
              sent.posts(api),
              sent.address(lookup, api),
              sent.x,
              timings === null ? sent.noTimings : sent.timings(timings),
            ]}
          />
        </FoldedPart>
        <FoldedPart title={server.title}>
          {!config.hasOwnServer && <p className="muted">{server.scope}</p>}
          <DefinitionList
            terms={[
              server.histories,
              server.cache,
              server.address,
              ...(config.isOnCloudflare ? [server.restorable] : []),
              server.logs,
            ]}
          />
        </FoldedPart>
        <FoldedPart title={device.title}>
          <DefinitionList
            terms={[
              device.log,
              device.report,
              device.runs(unasked.join('、')),
              device.rows,
              device.name,
              device.cookies(hasAds),
            ]}
          />
        </FoldedPart>
      </Card>
      <Part title={ads.title}>
        <p>{hasAds ? ads.network : showsPlaceholder ? ads.placeholder : ads.none}</p>
        {hasAds &&
          [ads.policy, ads.settings].map(({ label, href }) => (
            <p key={href}>
              <ExternalLink href={href}>{label}</ExternalLink>
            </p>
          ))}
      </Part>
      <Part title={contact.title} id="contact">
        <p>{config.contactUrl ? contact.about : contact.none}</p>
        {config.contactUrl && (
          <p>
            <ExternalLink href={config.contactUrl}>{contact.title}</ExternalLink>
          </p>
        )}
      </Part>
    </div>
  )
}

function Part({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <Card aria-label={title} id={id}>
      <CardHeading>{title}</CardHeading>
      {children}
    </Card>
  )
}

/** Names every place that a build sends data to. The API's own address call is the API. */
function places() {
  const { apiBase, ipLookupUrl, timingUrl } = config
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
