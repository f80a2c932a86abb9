import './styles/base.css'
import './styles/layout.css'
import './styles/tokens.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { StrictMode, startTransition } from 'react'
import { HydrationMarker, SiteApp, findPage } from './app/SiteApp.tsx'
import { preserveInput } from './app/preserveInput.ts'
import { config } from './config.ts'
import { routePath } from './pages.ts'

const root = document.querySelector<HTMLElement>('#root')
// Starts in a new task, because evaluating the modules above is already a long one.
if (root) setTimeout(() => void start(root))

/** Loads the code of the open page, then hydrates its prerendered markup, or renders it if there is none for this route. */
async function start(root: HTMLElement): Promise<void> {
  const route = routeOfAddress()
  // If loading fails, the page's error boundary shows it.
  await route?.module.load().catch(() => undefined)
  const drawn = route ? route.module.loaded() && route.path : '*'
  const replay = root.dataset['route'] === drawn ? preserveInput(root) : undefined
  const app = (
    <HydrationMarker root={root} replay={replay}>
      <StrictMode>
        <BrowserRouter basename={config.base}>
          <SiteApp />
        </BrowserRouter>
      </StrictMode>
    </HydrationMarker>
  )
  if (replay) {
    // In a transition React hydrates in slices, so a slow phone can scroll and type in between.
    startTransition(() => void hydrateRoot(root, app))
    return
  }
  for (const stale of document.querySelectorAll('[data-page]')) stale.remove()
  createRoot(root).render(app)
}

/** Finds the route of the open page. */
function routeOfAddress() {
  const { pathname, search, hash } = location
  const below = pathname.startsWith(config.base) ? pathname.slice(config.base.length - 1) : ''
  const path = routePath(below)
  const route = findPage(path)
  // If the page was opened by its file name (`/pow.html`), replace the address with the route's path.
  if (route && path !== below) {
    history.replaceState(history.state, '', config.base + path.slice(1) + search + hash)
  }
  return route
}
