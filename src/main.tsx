import './styles/base.css'
import './styles/layout.css'
import './styles/tokens.css'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter, matchPath } from 'react-router-dom'
import { StrictMode, startTransition } from 'react'
import { Alive, SiteApp } from './app/SiteApp.tsx'
import { keepInput } from './app/keepInput.ts'
import { siteRoutes } from './app/routes.ts'
import { config } from './config.ts'

const root = document.querySelector<HTMLElement>('#root')
// In a task of its own, since evaluating the modules above is a long one already.
if (root) setTimeout(() => void start(root))

/** Starts the app once the first page's code is loaded; its prerendered markup stays until then. */
async function start(root: HTMLElement): Promise<void> {
  const route = routeOfAddress()
  // A failure is shown by the page itself.
  await route?.part.load().catch(() => undefined)
  const app = (
    <StrictMode>
      <BrowserRouter basename={config.base}>
        <SiteApp />
      </BrowserRouter>
    </StrictMode>
  )
  const drawn = route ? route.part.loaded() && route.path : '*'
  if (root.dataset['route'] === drawn) {
    const replay = keepInput(root)
    // In a transition React hydrates in slices, between which a slow phone can still scroll and type.
    startTransition(
      () =>
        void hydrateRoot(
          root,
          <Alive root={root} replay={replay}>
            {app}
          </Alive>,
        ),
    )
    return
  }
  for (const stale of document.querySelectorAll('[data-page]')) stale.remove()
  createRoot(root).render(<Alive root={root}>{app}</Alive>)
}

/** The route of the open page. At most one route matches a path, so they need not be ranked as by `Routes`. */
function routeOfAddress() {
  const path = location.pathname.startsWith(config.base)
    ? location.pathname.slice(config.base.length - 1)
    : ''
  return siteRoutes.find((route) => matchPath(route.path, path))
}
