import './styles/tokens.css'
import './styles/base.css'
import { startTransition, StrictMode, useEffect } from 'react'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter, matchPath } from 'react-router-dom'
import { SiteApp } from './app/SiteApp.tsx'
import { siteRoutes } from './app/siteRoutes.ts'
import { config } from './config.ts'
import { replayInput } from './replayInput.ts'

const root = document.querySelector<HTMLElement>('#root')
// In a task of its own: to evaluate the code above is one already.
if (root) setTimeout(() => void start(root))

/** Waits for the first page's code: the markup that it drew at build time stays until then. */
async function start(root: HTMLElement): Promise<void> {
  const route = routeOfAddress()
  // What fails here the page itself tells.
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
    // In a transition the work is done in slices, between which a slow phone still scrolls and types.
    startTransition(() => void hydrateRoot(root, <Hydrated root={root}>{app}</Hydrated>))
    return
  }
  for (const stale of document.querySelectorAll('[data-page]')) stale.remove()
  createRoot(root).render(app)
}

/** The route of the open page. No two of them match one path, so that nothing has to be ranked, as `Routes` does. */
function routeOfAddress() {
  const path = location.pathname.startsWith(config.base)
    ? location.pathname.slice(config.base.length - 1)
    : ''
  return siteRoutes.find((route) => matchPath(route.path, path))
}

function Hydrated({ root, children }: { root: HTMLElement; children: ReactNode }) {
  // Not before the paint: only then does every field hear of changes to its state, and shows what is replayed at once.
  useEffect(() => replayInput(root), [root])
  return children
}
