import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { Frame } from './app/Frame.tsx'
import { PageMeta, SiteApp } from './app/SiteApp.tsx'
import { pages, siteRoutes } from './app/routes.ts'
import { config, pageUrl } from './config.ts'
import { text } from './text/ja.ts'

/** A rendered page: the contents of its head and of its root, and the path of its route. */
export type RenderedPage = { head: string; body: string; route: string }

export type SiteFacts = {
  name: string
  description: string
  origin: string
  base: string
  apiBase: string
  ipLookupUrl: string
  timingUrl: string
  /** What the profiler may send its results to: origins, or a whole scheme. */
  powPostOrigins: readonly string[]
  /** Whom to write to; empty where nobody is named. */
  contactUrl: string
  carriesAds: boolean
  /** Addresses of the pages that may be indexed. */
  indexed: string[]
}

/** The tags that React hoists to the front of the markup, since they belong in the head. */
const HOISTED = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/

/** Facts of the site that its files beside the pages are made from. */
export const site: SiteFacts = {
  name: text.site,
  description: text.meta.home.description,
  origin: config.siteOrigin,
  base: config.base,
  apiBase: config.apiBase,
  ipLookupUrl: config.ipLookupUrl,
  timingUrl: config.timingUrl,
  powPostOrigins: config.powPostOrigins,
  contactUrl: config.contactUrl ?? '',
  carriesAds: Boolean(config.ads.client),
  indexed: Object.values(pages).flatMap((page) =>
    'path' in page && !('noindex' in page) ? [pageUrl(page.path)] : [],
  ),
}

/** Renders the page at `path` below the base; an unknown path is the error page, whose route is `*`. */
export async function renderPage(path: string): Promise<RenderedPage> {
  const route = siteRoutes.find((route) => route.path === `/${path}`)
  await route?.part.load()
  return { ...(await render(path, <SiteApp />)), route: route?.path ?? '*' }
}

/** Renders the frame of a page whose content only the browser knows. Its route is empty, so that it is not hydrated. */
export async function renderShell(name: 'results' | 'history'): Promise<RenderedPage> {
  const frame = (
    <Frame>
      <PageMeta page={pages[name]} />
    </Frame>
  )
  return { ...(await render(`tweetcheck/${name}`, frame)), route: '' }
}

async function render(path: string, content: ReactNode): Promise<Omit<RenderedPage, 'route'>> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter basename={config.base} location={`${config.base}${path}`}>
        {content}
      </StaticRouter>
    </StrictMode>,
  )
  const html = await new Response(prelude).text()
  const head = HOISTED.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
