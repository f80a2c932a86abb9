import { StrictMode } from 'react'
import { prerender } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { Frame } from './app/Layout.tsx'
import { PageMeta } from './app/PageMeta.tsx'
import { pages } from './app/pages.ts'
import { routes } from './app/routes.tsx'
import { config, pageUrl } from './config.ts'
import { text } from './text/ja.ts'

/** A page as the build found it: what belongs in its head, what stands in its root, and the route that drew it. */
export type RenderedPage = { head: string; body: string; route: string }

export type SiteFacts = {
  name: string
  description: string
  origin: string
  base: string
  apiBase: string
  ipLookupUrl: string
  carriesAds: boolean
  /** Addresses of the pages that may be indexed. */
  indexed: string[]
}

/** What React puts in front of the markup because it belongs in the head. */
const HOISTED = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/

/** Facts of the site that its files beside the pages are made from. */
export const site: SiteFacts = {
  name: text.site,
  description: text.meta.home.description,
  origin: config.siteOrigin,
  base: config.base,
  apiBase: config.apiBase,
  ipLookupUrl: config.ipLookupUrl,
  carriesAds: Boolean(config.ads.client),
  indexed: Object.values(pages).flatMap((page) =>
    'path' in page && !('noindex' in page) ? [pageUrl(page.path)] : [],
  ),
}

/** Draws the page at `path` below the base; an unknown path is the error page. */
export async function renderPage(path: string): Promise<RenderedPage> {
  return await render(routes, path)
}

/** Draws the frame of a page whose content only the browser knows. Its route is none, so that nothing is hydrated. */
export async function renderShell(name: 'results' | 'history'): Promise<RenderedPage> {
  const element = (
    <Frame>
      <PageMeta page={pages[name]} />
    </Frame>
  )
  return { ...(await render([{ path: '*', element }], `tweetcheck/${name}`)), route: '' }
}

async function render(table: RouteObject[], path: string): Promise<RenderedPage> {
  const { query, dataRoutes } = createStaticHandler(table, { basename: config.base })
  const context = await query(new Request(pageUrl(path)))
  if (context instanceof Response) throw new Error(`/${path} answers with a redirect`)
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouterProvider
        router={createStaticRouter(dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </StrictMode>,
  )
  const html = await new Response(prelude).text()
  const head = HOISTED.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length), route: context.matches.at(-1)?.route.id ?? '' }
}
