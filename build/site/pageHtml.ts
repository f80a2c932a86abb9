import type { RenderedPage, SiteFacts } from '../../src/prerender.tsx'
import type { ClientBuild } from './clientBuild.ts'
import { apiOrigins } from './contentPolicy.ts'

const ROOT = '<div id="root"></div>'
const STYLE_SHEET = /<link rel="stylesheet"[^>]*>/
const SCRIPTS = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g

/** The built page with a rendered page in it, its styles inline, and preloads for the scripts that its first route needs. */
export function pageHtml(
  { template, styles }: ClientBuild,
  page: RenderedPage,
  site: SiteFacts,
  needed: string[],
): string {
  const scripts = [...template.matchAll(SCRIPTS)].map((match) => match[1] ?? '')
  // Vite names the scripts that the last one imports before it.
  const entry = scripts.at(-1)
  if (!entry || !template.includes(ROOT)) throw new Error('index.html has lost its root or its script')
  const preloads = needed.filter((src) => !scripts.includes(src))
  const head = [
    `<link rel="manifest" href="${site.base}manifest.webmanifest" />`,
    `<noscript><link rel="stylesheet" href="${site.base}noscript.css" /></noscript>`,
    `<link rel="apple-touch-icon" href="${site.base}apple-touch-icon.png" />`,
    // React adopts these on hydration; `data-page` lets the app remove them where it draws another page.
    page.head.replaceAll(/<(title|meta|link)\b/g, '<$1 data-page'),
    ...apiOrigins(site).map((origin) => `<link rel="preconnect" href="${origin}" crossorigin />`),
    ...preloads.map((src) => `<link rel="modulepreload" crossorigin href="${src}" />`),
  ]
  const html = template
    .replace(ROOT, () => `<div id="root" data-route="${page.route}">${page.body}</div>`)
    // A separate style sheet would delay the first paint by a round trip.
    .replace(STYLE_SHEET, () => `<style>${styles}</style>`)
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
  return site.carriesAds ? withTrustedEntry(html, entry) : html
}

/**
 * Advertising needs `'strict-dynamic'`, under which a script runs when a trusted one adds it: so the entry is added by an
 * inline script that the policy names by its hash.
 */
function withTrustedEntry(html: string, entry: string): string {
  const loader = `const s=document.createElement('script');s.type='module';s.src='${entry}';document.head.append(s)`
  return html.replaceAll(SCRIPTS, '').replace('</body>', () => `<script>{${loader}}</script></body>`)
}
