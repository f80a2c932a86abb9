import type * as prerender from '../../src/prerender.tsx'
import type { RenderedPage } from '../../src/prerender.tsx'
import type { ClientBuild } from './clientBuild.ts'
import { contentPolicy } from './contentPolicy.ts'
import type { Layout } from './hosts/Host.ts'
import { pageHtml } from './pageHtml.ts'
import { writeFiles } from './writeFiles.ts'

/** What `src/prerender.tsx` exports to the build. */
export type Prerender = typeof prerender

const ACCOUNT_PAGE = 'src/account/AccountPage.tsx'

/** The pages that get an HTML file of their own: path below the base, and the file that holds the route's component. */
export const PRERENDERED = [
  { path: '', module: ACCOUNT_PAGE },
  { path: 'sbctestqwert', module: ACCOUNT_PAGE },
  { path: 'tweetcheck', module: 'src/posts/form/PostCheckPage.tsx' },
  { path: 'report', module: 'src/report/ReportPage.tsx' },
  { path: 'log', module: 'src/log/page/LogPage.tsx' },
  { path: 'privacy', module: 'src/privacy/PrivacyPage.tsx' },
  { path: 'how', module: 'src/how/HowPage.tsx' },
  { path: 'pow', module: 'src/profiler/ProfilerPage.tsx' },
]

/**
 * On hosts without rewrites the error page also answers for pages that only the browser can draw: its error must not be
 * shown there before the browser has drawn them.
 */
const NO_ERROR_FIRST = `<script>if(/\\/tweetcheck\\/(results|history\\/.)/.test(location.pathname))document.querySelector('main').replaceChildren()</script>`

/**
 * Marks a page that comes back with a name that was checked, before it is painted: what stands below the earlier answer is shown with it,
 * so that nothing moves.
 */
const COMES_BACK = `<script>if(Object(history.state).checked)document.documentElement.dataset.back=''</script>`

/** Writes every page and returns the content policy that they carry. */
export async function writePages(client: ClientBuild, prerender: Prerender, layout: Layout): Promise<string> {
  const html = (page: RenderedPage, module?: string) =>
    pageHtml(client, page, prerender.site, module ? client.scriptsOf(module) : [])

  const pages: Record<string, string> = {
    '404.html': html(await prerender.renderPage('404')).replace('</body>', `${NO_ERROR_FIRST}</body>`),
    'app.html': html(await prerender.renderShell('history')),
    [fileOf('tweetcheck/results', layout)]: html(await prerender.renderShell('results')),
  }
  for (const { path, module } of PRERENDERED) {
    const page = html(await prerender.renderPage(path), module)
    pages[fileOf(path, layout)] =
      module === ACCOUNT_PAGE ? page.replace('</head>', `${COMES_BACK}</head>`) : page
  }

  const policy = contentPolicy(prerender.site, Object.values(pages))
  const meta = `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`
  for (const [name, page] of Object.entries(pages)) {
    pages[name] = page.replace('<meta charset="utf-8" />', meta)
  }
  writeFiles(client.folder, pages)
  return policy
}

function fileOf(path: string, layout: Layout): string {
  if (path === '') return 'index.html'
  return layout === 'folders' ? `${path}/index.html` : `${path}.html`
}
