import { HOME_SPACE_STORAGE_KEY } from '../../src/lib/homeRoom.ts'
import { readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { ResolvedConfig, Rolldown, ViteBuilder } from 'vite'
import type * as prerender from '../../src/prerender.tsx'
import type { BuiltPage, RenderedPage, SiteFacts } from '../../src/prerender.tsx'
import { apiOrigins, createContentPolicy } from './contentSecurityPolicy.ts'
import { writeSiteFiles } from './files.ts'
import type { PageLayout } from './hosts/hosts.ts'

export type ClientBuild = ReturnType<typeof readClientBuild>

export function readClientBuild(config: ResolvedConfig, output: Awaited<ReturnType<ViteBuilder['build']>>) {
  if (Array.isArray(output) || !('output' in output))
    throw new Error(
      'The client build must have exactly one output: see build.rolldownOptions.output in the Vite configuration',
    )
  const chunks = output.output.filter((file) => file.type === 'chunk')
  const folder = resolve(config.root, config.build.outDir)
  return {
    folder,
    template: readFileSync(join(folder, 'index.html'), 'utf8'),
    styles: takeStyles(folder, output.output),
    scriptsOf(module: string) {
      const chunk = chunks.find(({ moduleIds }) =>
        moduleIds.some((id) => relative(config.root, id) === module),
      )
      if (!chunk)
        throw new Error(
          `No script of the build contains ${module}: is the file in src/pages.ts right, and is it imported?`,
        )
      return withImports(chunk.fileName, chunks).map((name) => config.base + name)
    },
  }
}

const VITE_NOTE = /\s*\/\*\$vite\$:\d+\*\/$/

function takeStyles(folder: string, files: Rolldown.RolldownOutput['output']): string {
  const sheets = files.filter((file) => file.fileName.endsWith('.css'))
  const [sheet] = sheets
  if (!sheet || sheets.length > 1)
    throw new Error(
      `The build has ${sheets.length} style sheets, not one, which every page contains: import styles in src/main.tsx or below, and leave build.cssCodeSplit off`,
    )
  const path = join(folder, sheet.fileName)
  const styles = readFileSync(path, 'utf8').replace(VITE_NOTE, '')
  rmSync(path)
  return styles
}

function withImports(name: string, chunks: Rolldown.OutputChunk[], found = new Set<string>()): string[] {
  if (!found.has(name)) {
    found.add(name)
    const chunk = chunks.find(({ fileName }) => fileName === name)
    for (const imported of chunk?.imports ?? []) withImports(imported, chunks, found)
  }
  return [...found]
}

const ROOT_ELEMENT = '<div id="root"></div>'
const STYLE_SHEET = /<link rel="stylesheet"[^>]*>/
const SCRIPTS = /<script type="module"[^>]* src="([^"]+)"><\/script>\s*/g

export function pageHtml(
  { template, styles }: ClientBuild,
  page: RenderedPage,
  site: SiteFacts,
  needed: string[],
): string {
  const tags = [...template.matchAll(SCRIPTS)]
  const scripts = tags.map((match) => match[1] ?? '')
  // Vite lists the imported scripts before the one that imports them.
  const entry = scripts.at(-1)
  if (!entry || !template.includes(ROOT_ELEMENT))
    throw new Error(
      `index.html has lost its root or its script: it must contain ${ROOT_ELEMENT} and a module script`,
    )
  const head = [
    HIDE_IN_FRAMES,
    `<link rel="manifest" href="${site.base}manifest.webmanifest" />`,
    `<noscript><link rel="stylesheet" href="${site.base}noscript.css" /></noscript>`,
    `<link rel="apple-touch-icon" href="${site.base}apple-touch-icon.png" />`,
    // React adopts these elements on hydration. `data-page` lets the app remove them if it draws another page.
    page.head.replaceAll(/<(title|meta|link)\b/g, '<$1 data-page'),
    ...apiOrigins(site).map((origin) => `<link rel="preconnect" href="${origin}" crossorigin />`),
    ...needed
      .filter((src) => !scripts.includes(src))
      .map((src) => `<link rel="modulepreload" crossorigin href="${src}" />`),
  ]
  // The scripts are at the end, where they do not delay the first paint, with the priority that they would have in the head.
  const scriptsAtEnd = site.carriesAds
    ? [trustedEntry(entry)]
    : tags.map(([tag]) => tag.trim().replace('<script', `<script ${KEPT_BY_PROXIES} fetchpriority="high"`))
  return template
    .replaceAll(SCRIPTS, '')
    .replace(ROOT_ELEMENT, () => `<div id="root" data-route="${page.route}">${page.body}</div>`)
    .replace(STYLE_SHEET, () => `<style>${styles}</style>`)
    .replace('</head>', () => `  ${head.join('\n    ')}\n  </head>`)
    .replace('</body>', () => `  ${[EXPLAIN_FAILURE, ...scriptsAtEnd].join('\n    ')}\n  </body>`)
}

/** Under `'strict-dynamic'` a script runs only if a trusted script adds it. So an inline script, trusted by its hash, adds the entry script. */
function trustedEntry(entry: string): string {
  const loader = `const s=document.createElement('script');s.type='module';s.src='${entry}';document.head.append(s)`
  return `<script ${KEPT_BY_PROXIES}>{${loader}}</script>`
}

/** Cloudflare's Rocket Loader rewrites all other scripts, and module scripts then never run. */
const KEPT_BY_PROXIES = 'data-cfasync="false"'

/** Hides a page that another site frames, on hosts that send no `frame-ancestors`. */
const HIDE_IN_FRAMES = `<script>if(self!==top)document.documentElement.style.display='none'</script>`

/** Says why the page's scripts do not run, if the browser cannot read them or if a proxy has renamed them. Written for browsers without modules. */
const EXPLAIN_FAILURE = `<script>(function(d,p){p=d.querySelector('[data-scripts-late]');if(!p)return;
function say(why){p.textContent=p.getAttribute(why);p.style.animationDelay='0s'}
if(!('noModule'in d.createElement('script')))say('data-unreadable')
addEventListener('error',function(e){if(/SyntaxError/.test(e.message)&&e.filename.indexOf(location.origin)===0)say('data-unreadable')})
addEventListener('load',function(){if(!d.querySelector('script[type=module]'))say('data-changed')})})(document)</script>`

export type PrerenderFunction = typeof prerender

/** On hosts without rewrites the error page is also served for pages that only the browser renders. It must not show its error first. */
function noErrorFirst(frames: readonly BuiltPage[]): string {
  const paths = frames.map(({ path }) => path.replace(/:.*/, '.').replaceAll('/', '\\/'))
  return `<script>if(/${paths.join('|')}/.test(location.pathname))document.querySelector('main').replaceChildren()</script>`
}

/** Reserves room for the accounts that were checked on this device, before the page is painted. */
const HOME_ROOM = `;try{var room=localStorage.getItem('${HOME_SPACE_STORAGE_KEY}');if(room)document.documentElement.dataset.room=room}catch(e){}`

/** The page shows its home view (`PageView` in src/account/AccountPage.tsx), unless the address names an account: this is marked before it is painted, so that nothing moves when its result appears. */
const HOME_VIEW = `<html data-view="home"`
const MARK_RESTORING = `;if(/[?&]screen_name=(@|%40)?\\w{1,15}(&|$)/i.test(location.search))document.documentElement.dataset.view='restoring'`

/** Marks a page on another host than production's, before it is painted, so that nothing moves when the place of an advertisement appears. */
const outside = ({ hasOrigin, origin }: SiteFacts) =>
  `;if(location.hostname!=='${hasOrigin ? new URL(origin).hostname : ''}')document.documentElement.dataset.outside=''`

/** Records clicks and submits until hydration (`data-hydrated`) replays them, and enables the submit button as soon as something is typed. */
const EARLY_INPUT_SCRIPT = `(function(d,r){window.early=[];function on(type,act){d.addEventListener(type,function(e){
r=d.getElementById('root');if(!r||r.hasAttribute('data-hydrated'))return;act(e,e.target)},true)}
on('submit',function(e,t){e.preventDefault();early.push(t)})
on('click',function(e,t){t=t.closest&&t.closest('button[type=button]');if(t)early.push(t)})
on('input',function(e,t){t=t.form&&t.form.querySelector('[type=submit]');if(t)t.disabled=false})})(document)`

export async function writePages(
  client: ClientBuild,
  prerender: PrerenderFunction,
  layout: PageLayout,
): Promise<string> {
  const { builtPages, renderPage, site } = prerender
  const frames = builtPages.filter(({ isFrame }) => isFrame)
  const pages: Record<string, string> = {
    '404.html': pageHtml(client, await renderPage('/404'), site, []).replace(
      '</body>',
      `${noErrorFirst(frames)}</body>`,
    ),
  }
  for (const { path, file, isFrame, restores } of builtPages) {
    const script = isFrame
      ? ''
      : `<script>${EARLY_INPUT_SCRIPT}${outside(site)}${restores ? HOME_ROOM + MARK_RESTORING : ''}</script>`
    const html = pageHtml(client, await renderPage(path), site, isFrame ? [] : client.scriptsOf(file))
    const marked = restores ? html.replace('<html', HOME_VIEW) : html
    pages[toFilePath(path, layout)] = marked.replace('</head>', `${script}</head>`)
  }

  const policy = createContentPolicy(site, Object.values(pages))
  const meta = `<meta charset="utf-8" />\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />`
  for (const [name, page] of Object.entries(pages)) {
    pages[name] = page.replace('<meta charset="utf-8" />', meta)
  }
  writeSiteFiles(client.folder, pages)
  return policy
}

/** Returns the file of a page. One file serves all addresses of a route with a parameter. */
function toFilePath(path: string, layout: PageLayout): string {
  if (path === '/') return 'index.html'
  if (path.includes(':')) return 'app.html'
  return layout === 'folders' ? `${path.slice(1)}/index.html` : `${path.slice(1)}.html`
}
