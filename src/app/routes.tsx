import { Navigate } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { loadChunk } from '../check/loadChunk.ts'
import { ErrorScreen } from './ErrorScreen.tsx'
import { Layout } from './Layout.tsx'
import { pages } from './pages.ts'

/** Every page, each loaded when it is first visited, with one reload when a deploy has taken its code away. The error screen also answers unknown paths. */
export const routes: RouteObject[] = [
  {
    element: <Layout />,
    errorElement: <ErrorScreen />,
    children: [
      {
        index: true,
        handle: pages.home,
        lazy: {
          Component: () => loadChunk(async () => (await import('../account/AccountPage.tsx')).HomePage),
        },
      },
      {
        path: 'sbctestqwert',
        handle: pages.testVariant,
        lazy: {
          Component: () =>
            loadChunk(async () => (await import('../account/AccountPage.tsx')).TestVariantPage),
        },
      },
      {
        path: 'tweetcheck',
        handle: pages.posts,
        lazy: {
          Component: () =>
            loadChunk(async () => (await import('../posts/form/PostCheckPage.tsx')).PostCheckPage),
        },
      },
      {
        path: 'tweetcheck/results',
        handle: pages.results,
        lazy: {
          Component: () =>
            loadChunk(async () => (await import('../posts/batch/ResultsPage.tsx')).ResultsPage),
        },
      },
      { path: 'tweetcheck/history', element: <Navigate to="/" replace /> },
      {
        path: 'tweetcheck/history/:sessionId',
        handle: pages.history,
        lazy: {
          Component: () =>
            loadChunk(async () => (await import('../posts/history/HistoryPage.tsx')).HistoryPage),
        },
      },
      {
        path: 'pow',
        handle: pages.pow,
        lazy: {
          Component: () => loadChunk(async () => (await import('../profiler/ProfilerPage.tsx')).ProfilerPage),
        },
      },
    ],
  },
]
