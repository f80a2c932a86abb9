import './styles/tokens.css'
import './styles/base.css'
import { StrictMode, useLayoutEffect } from 'react'
import type { ReactNode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { routes } from './app/routes.tsx'
import { replayInput } from './replayInput.ts'

const root = document.querySelector<HTMLElement>('#root')
if (root) void start(root)

async function start(root: HTMLElement): Promise<void> {
  const router = createBrowserRouter(routes, { basename: import.meta.env.BASE_URL })
  await initialized(router)
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  if (root.dataset['route'] === router.state.matches.at(-1)?.route.id) {
    hydrateRoot(root, <Hydrated root={root}>{app}</Hydrated>)
    return
  }
  for (const stale of document.querySelectorAll('[data-page]')) stale.remove()
  createRoot(root).render(app)
}

/** Waits for the first route's code: the markup that it drew at build time stays until then. */
async function initialized(router: ReturnType<typeof createBrowserRouter>): Promise<void> {
  if (router.state.initialized) return
  await new Promise<void>((resolve) => {
    const unsubscribe = router.subscribe((state) => {
      if (!state.initialized) return
      unsubscribe()
      resolve()
    })
  })
}

function Hydrated({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useLayoutEffect(() => replayInput(root), [root])
  return children
}
