import { createElement, use, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useAhead } from '../load/useAhead.tsx'
import { EffectsAtOnce } from './EffectsAtOnce.tsx'
import { PageBoundary } from './PageBoundary.tsx'
import { PageMeta } from './PageMeta.tsx'
import type { SiteRoute } from './siteRoutes.ts'

type SitePageProps = { route: SiteRoute }

/** One page, or an error screen in its place. */
export function SitePage({ route }: SitePageProps) {
  const { key } = useLocation()
  return (
    <PageBoundary route={route} visit={key}>
      <LoadedPage route={route} />
    </PageBoundary>
  )
}

function LoadedPage({ route: { page, part, next } }: SitePageProps) {
  const [here] = useState(part.loaded)
  useAhead(next)
  return (
    <>
      <PageMeta page={page} />
      {here ? createElement(here) : <ArrivingPage part={part} />}
      <EffectsAtOnce />
    </>
  )
}

/** A page that is being loaded. React keeps showing the old page until then: the router navigates in a transition. */
function ArrivingPage({ part }: { part: SiteRoute['part'] }) {
  return createElement(use(part.wanted()))
}
