import type { ComponentType } from 'react'
import { createPart } from '../lib/loadChunk.ts'
import type { Part } from '../lib/loadChunk.ts'
import { text } from '../text/ja.ts'

/** A page's document metadata. `path` lies below the base, without a leading slash; absent where no address is canonical. */
export type Page = {
  title: string
  description?: string
  keywords?: string
  path?: string
  noindex?: boolean
}

export const pages = {
  home: { ...text.meta.home, path: '' },
  testVariant: { ...text.meta.home, noindex: true },
  posts: { ...text.meta.post, path: 'tweetcheck' },
  results: { ...text.meta.result, noindex: true },
  history: { ...text.meta.history, noindex: true },
  report: { ...text.meta.report, path: 'report' },
  log: { ...text.meta.log, path: 'log', noindex: true },
  privacy: { ...text.meta.privacy, path: 'privacy' },
  how: { ...text.meta.how, path: 'how' },
  pow: { ...text.meta.pow, path: 'pow' },
  error: { title: text.error.title, noindex: true },
} satisfies Record<string, Page>

/**
 * A page: its path below the base, its metadata, its component, which is fetched when the page is first visited, and the
 * pages that visitors usually open next, which are fetched ahead.
 */
export type SiteRoute = {
  path: string
  page: Page
  part: Part<ComponentType>
  next: readonly Part<ComponentType>[]
}

const home = createPart(async () => (await import('../account/AccountPage.tsx')).HomePage)
const testVariant = createPart(async () => (await import('../account/AccountPage.tsx')).TestVariantPage)
const posts = createPart(async () => (await import('../posts/form/PostCheckPage.tsx')).PostCheckPage)
const results = createPart(async () => (await import('../posts/batch/ResultsPage.tsx')).ResultsPage)
const savedBatch = createPart(async () => (await import('../posts/history/HistoryPage.tsx')).HistoryPage)
const log = createPart(async () => (await import('../log/LogPage.tsx')).LogPage)
const report = createPart(async () => (await import('../report/ReportPage.tsx')).ReportPage)
const privacy = createPart(async () => (await import('../info/PrivacyPage.tsx')).PrivacyPage)
const how = createPart(async () => (await import('../info/HowPage.tsx')).HowPage)
const pow = createPart(async () => (await import('../profiler/ProfilerPage.tsx')).ProfilerPage)

export const siteRoutes: readonly SiteRoute[] = [
  { path: '/', page: pages.home, part: home, next: [posts] },
  { path: '/sbctestqwert', page: pages.testVariant, part: testVariant, next: [posts] },
  { path: '/tweetcheck', page: pages.posts, part: posts, next: [results, home] },
  { path: '/tweetcheck/results', page: pages.results, part: results, next: [posts, savedBatch, home] },
  { path: '/tweetcheck/history/:sessionId', page: pages.history, part: savedBatch, next: [posts, home] },
  { path: '/report', page: pages.report, part: report, next: [home] },
  { path: '/log', page: pages.log, part: log, next: [home] },
  { path: '/privacy', page: pages.privacy, part: privacy, next: [home] },
  { path: '/how', page: pages.how, part: how, next: [home] },
  { path: '/pow', page: pages.pow, part: pow, next: [home, posts] },
]
