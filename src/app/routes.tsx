import type { RouteObject } from 'react-router-dom'
import { ErrorScreen } from './ErrorScreen.tsx'
import { Frame, Layout } from './Layout.tsx'
import { pages } from './pages.ts'

/** Every page, each loaded when it is first visited. The error screen also answers unknown paths. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorScreen />,
    hydrateFallbackElement: <Frame>{null}</Frame>,
    children: [
      {
        index: true,
        handle: pages.home,
        lazy: { Component: async () => (await import('../account/AccountPage.tsx')).HomePage },
      },
      {
        path: 'sbctestqwert',
        handle: pages.testVariant,
        lazy: { Component: async () => (await import('../account/AccountPage.tsx')).TestVariantPage },
      },
    ],
  },
]
