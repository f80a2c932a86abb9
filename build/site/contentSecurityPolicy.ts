import { hash } from 'node:crypto'
import type { SiteFacts } from '../../src/prerender.tsx'

type Directives = Record<string, string[]>

/** Builds the content security policy of every page. It allows only our own files and API, and more if advertising is configured. */
export function createContentPolicy(site: SiteFacts, pages: string[]): string {
  const scripts = hashInline(pages, /<script(?: data-cfasync="false")?>([^]*?)<\/script>/g)
  const styles = hashInline(pages, /<style>([^]*?)<\/style>/g)
  return Object.entries(site.carriesAds ? forAds(site, scripts) : strict(site, scripts, styles))
    .map(([directive, sources]) => [directive, ...sources].join(' '))
    .join('; ')
}

/** `'wasm-unsafe-eval'` allows compiling the WebAssembly of the search on the page and, if the policy is a header, in the worker. */
function strict(site: SiteFacts, scripts: string[], styles: string[]): Directives {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...scripts],
    'style-src': ["'self'", ...styles],
    // `blob:` allows the page to show the picture of a result.
    'img-src': ["'self'", 'blob:'],
    'connect-src': ["'self'", ...apiOrigins(site), ...site.powPostOrigins],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  }
}

/** Advertisements load scripts, frames and pictures from anywhere, but only scripts that the policy names by hash can start them. */
function forAds(site: SiteFacts, scripts: string[]): Directives {
  return {
    'default-src': ["'self'"],
    'script-src': [...scripts, "'strict-dynamic'", "'wasm-unsafe-eval'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'https:', 'data:', 'blob:'],
    'connect-src': ["'self'", 'https:', ...site.powPostOrigins],
    'frame-src': ['https:'],
    'font-src': ["'self'", 'https:', 'data:'],
    'worker-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  }
}

export function apiOrigins(site: SiteFacts): string[] {
  const called = [site.apiBase, site.ipLookupUrl, site.timingUrl].filter((url) => URL.canParse(url))
  return [...new Set(called.map((url) => new URL(url).origin))]
}

function hashInline(pages: string[], inline: RegExp): string[] {
  const contents = pages.flatMap((html) => [...html.matchAll(inline)].map((match) => match[1] ?? ''))
  return [...new Set(contents)].map((content) => `'sha256-${hash('sha256', content, 'base64')}'`)
}
