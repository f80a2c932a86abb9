import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { PageFrame } from './app/Frame.tsx'
import { PageMeta, SiteApp } from './app/SiteApp.tsx'
import { config, pageUrl } from './config.ts'
import { pages } from './pages.ts'
import type { Page } from './pages.ts'
import { text } from './text/ja.ts'

export type RenderedPage = { head: string; body: string; route: string }

/** The tags that React hoists to the front of the markup; they belong in `<head>`. */
const HOISTED = /^(?:<title[^>]*>[^<]*<\/title>|<(?:meta|link)\b[^>]*>)+/

export const site = {
  name: text.site as string,
  description: text.meta.home.description as string,
  origin: config.siteOrigin,
  hasOrigin: config.hasSiteOrigin,
  base: config.base,
  apiBase: config.apiBase,
  ipLookupUrl: config.ipLookupUrl,
  timingUrl: config.timingUrl,
  powPostOrigins: config.powPostOrigins,
  contactUrl: config.contactUrl ?? '',
  carriesAds: Boolean(config.ads.client),
  adClient: config.ads.client ?? '',
  version: config.version,
  commit: config.commit,
  indexed: pages.flatMap(({ canonical, noindex }) =>
    canonical === undefined || noindex ? [] : [pageUrl(canonical)],
  ),
}

export type SiteFacts = typeof site

export type BuiltPage = Pick<Page, 'path' | 'file' | 'isFrame' | 'restores'>
export const builtPages: readonly BuiltPage[] = pages

/**
 * Renders the page of a route to HTML. An unknown path gives the error page with the route `*`. For a page whose content only the
 * browser knows, it renders the frame alone with an empty route, which `main.tsx` does not hydrate.
 */
export async function renderPage(path: string): Promise<RenderedPage> {
  const page = pages.find((page) => page.path === path)
  if (page?.isFrame) {
    const frame = (
      <PageFrame>
        <PageMeta page={page} />
      </PageFrame>
    )
    return { ...(await render(path, frame)), route: '' }
  }
  await page?.module.load()
  return { ...(await render(path, <SiteApp />)), route: page?.path ?? '*' }
}

async function render(path: string, content: ReactNode): Promise<Omit<RenderedPage, 'route'>> {
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter basename={config.base} location={config.base + path.slice(1)}>
        {content}
      </StaticRouter>
    </StrictMode>,
  )
  const html = await new Response(prelude).text()
  const head = HOISTED.exec(html)?.[0] ?? ''
  return { head, body: html.slice(head.length) }
}
