import type { ComponentType } from 'react'
import { createPart } from '../load/createPart.ts'
import type { Part } from '../load/createPart.ts'
import { pages } from './pages.ts'
import type { Page } from './pages.ts'

/** A page: its path below the base, its metadata, and its component, which is fetched when the page is first visited. */
export type SiteRoute = { path: string; page: Page; part: Part<ComponentType> }

export const siteRoutes: readonly SiteRoute[] = [
  {
    path: '/',
    page: pages.home,
    part: createPart(async () => (await import('../account/AccountPage.tsx')).HomePage),
  },
  {
    path: '/sbctestqwert',
    page: pages.testVariant,
    part: createPart(async () => (await import('../account/AccountPage.tsx')).TestVariantPage),
  },
  {
    path: '/tweetcheck',
    page: pages.posts,
    part: createPart(async () => (await import('../posts/form/PostCheckPage.tsx')).PostCheckPage),
  },
  {
    path: '/tweetcheck/results',
    page: pages.results,
    part: createPart(async () => (await import('../posts/batch/ResultsPage.tsx')).ResultsPage),
  },
  {
    path: '/tweetcheck/history/:sessionId',
    page: pages.history,
    part: createPart(async () => (await import('../posts/history/HistoryPage.tsx')).HistoryPage),
  },
  {
    path: '/pow',
    page: pages.pow,
    part: createPart(async () => (await import('../profiler/ProfilerPage.tsx')).ProfilerPage),
  },
]
