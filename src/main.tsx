import './styles/base.css'
import './styles/layout.css'
import './styles/tokens.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter, matchPath } from 'react-router-dom'
import { StrictMode, startTransition } from 'react'
import { Hydrated, SiteApp } from './app/SiteApp.tsx'
import { preserveInput } from './app/preserveInput.ts'
import { config } from './config.ts'
import { pages, routePath } from './pages.ts'

const root = document.querySelector<HTMLElement>('#root')
// In a task of its own, since evaluating the modules above is a long one already.
if (root) setTimeout(() => void start(root))

/** Starts the app once the first page's code is loaded; its prerendered markup stays until then. */
async function start(root: HTMLElement): Promise<void> {
  const route = routeOfAddress()
  // A failure is shown by the page itself.
  await route?.module.load().catch(() => undefined)
  const drawn = route ? route.module.loaded() && route.path : '*'
  const replay = root.dataset['route'] === drawn ? preserveInput(root) : undefined
  const app = (
    <Hydrated root={root} replay={replay}>
      <StrictMode>
        <BrowserRouter basename={config.base}>
          <SiteApp />
        </BrowserRouter>
      </StrictMode>
    </Hydrated>
  )
  if (replay) {
    // In a transition React hydrates in slices, between which a slow phone can still scroll and type.
    startTransition(() => void hydrateRoot(root, app))
    return
  }
  for (const stale of document.querySelectorAll('[data-page]')) stale.remove()
  createRoot(root).render(app)
}

/** The route of the open page. At most one route matches a path, so they need not be ranked as by `Routes`. */
function routeOfAddress() {
  const { pathname, search, hash } = location
  const below = pathname.startsWith(config.base) ? pathname.slice(config.base.length - 1) : ''
  const path = routePath(below)
  const route = pages.find((page) => matchPath(page.path, path))
  // The page was opened by its file's name, which the router does not know.
  if (route && path !== below) {
    history.replaceState(history.state, '', config.base + path.slice(1) + search + hash)
  }
  return route
}
