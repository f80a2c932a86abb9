import type { ComponentType } from 'react'
import { HISTORY_PATH } from '../contract/paths.ts'
import { lazyModule } from './lib/loadChunk.ts'
import type { LazyModule } from './lib/loadChunk.ts'
import { text } from './text/ja.ts'

export type PageMetadata = {
  title: string
  description?: string
  keywords?: string
  /** Below the base, without a leading slash; absent where no address is canonical. */
  canonical?: string
  noindex?: boolean
}

type Row = PageMetadata & {
  path: string
  /** Source file of the page's component. The page's HTML preloads the scripts that it needs. */
  file: string
  module: LazyModule<ComponentType>
  next: readonly string[]
  /** The content is known to the browser only, so the prerendered HTML contains just the frame. */
  isFrame?: boolean
  /** The page restores its result after a reload; an inline script marks this before the first paint. */
  restores?: boolean
  /**
   * Link in the header or the footer, in the order of the rows. A page with a link has a canonical address. If it has a `purpose`, a page
   * that does not exist offers it instead.
   */
  link?: { in: 'tabs' | 'footer'; label: string; lang?: string; purpose?: string }
  /** Path of the page whose tab is marked as current while this page is open. */
  tab?: string
}

/** One row for each page. Routes, metadata, links, prerendered files, sitemap and the files for hosts follow from it. */
const PAGES = {
  home: {
    ...text.meta.home,
    path: '/',
    file: 'src/account/AccountPage.tsx',
    module: lazyModule(async () => (await import('./account/AccountPage.tsx')).HomePage),
    next: ['posts'],
    restores: true,
    link: { in: 'tabs', label: text.tab.account, lang: 'en' },
  },
  testVariant: {
    ...text.meta.home,
    path: '/sbctestqwert',
    noindex: true,
    file: 'src/account/AccountPage.tsx',
    module: lazyModule(async () => (await import('./account/AccountPage.tsx')).TestVariantPage),
    next: ['posts'],
    restores: true,
    tab: '/',
  },
  posts: {
    ...text.meta.post,
    path: '/tweetcheck',
    file: 'src/posts/form/PostCheckPage.tsx',
    module: lazyModule(async () => (await import('./posts/form/PostCheckPage.tsx')).PostCheckPage),
    next: ['results', 'home'],
    link: { in: 'tabs', label: text.tab.post, lang: 'en', purpose: text.tab.postPurpose },
  },
  results: {
    ...text.meta.result,
    path: '/tweetcheck/results',
    noindex: true,
    file: 'src/posts/batch/ResultsPage.tsx',
    module: lazyModule(async () => (await import('./posts/batch/ResultsPage.tsx')).ResultsPage),
    next: ['posts', 'history', 'home'],
    isFrame: true,
  },
  history: {
    ...text.meta.history,
    path: `${HISTORY_PATH}:sessionId`,
    noindex: true,
    file: 'src/posts/history/HistoryPage.tsx',
    module: lazyModule(async () => (await import('./posts/history/HistoryPage.tsx')).HistoryPage),
    next: ['posts', 'home'],
    isFrame: true,
  },
  report: {
    ...text.meta.report,
    path: '/report',
    file: 'src/report/ReportPage.tsx',
    module: lazyModule(async () => (await import('./report/ReportPage.tsx')).ReportPage),
    next: ['home'],
    link: { in: 'footer', label: text.report, purpose: text.reportPurpose },
  },
  how: {
    ...text.meta.how,
    path: '/how',
    file: 'src/info/HowPage.tsx',
    module: lazyModule(async () => (await import('./info/HowPage.tsx')).HowPage),
    next: ['home'],
    link: { in: 'footer', label: text.how },
  },
  log: {
    ...text.meta.log,
    path: '/log',
    noindex: true,
    file: 'src/log/LogPage.tsx',
    module: lazyModule(async () => (await import('./log/LogPage.tsx')).LogPage),
    next: ['home'],
    link: { in: 'footer', label: text.log },
  },
  privacy: {
    ...text.meta.privacy,
    path: '/privacy',
    file: 'src/info/PrivacyPage.tsx',
    module: lazyModule(async () => (await import('./info/PrivacyPage.tsx')).PrivacyPage),
    next: ['home'],
    link: { in: 'footer', label: text.privacy },
  },
  pow: {
    ...text.meta.pow,
    path: '/pow',
    file: 'src/profiler/ProfilerPage.tsx',
    module: lazyModule(async () => (await import('./profiler/ProfilerPage.tsx')).ProfilerPage),
    next: ['home', 'posts'],
    link: { in: 'footer', label: text.pow },
  },
} as const satisfies Record<string, Row>

export type Page = Omit<Row, 'next'> & { next: readonly LazyModule<ComponentType>[] }

export const pages: readonly Page[] = Object.values(PAGES).map((row) =>
  Object.assign({}, row, {
    ...('link' in row && { canonical: row.path.slice(1) }),
    next: row.next.map((name) => PAGES[name].module),
  }),
)

export const errorPage: PageMetadata = { title: text.error.title, noindex: true }

/** Matches what a sentence puts behind a link, as an address encodes it. */
const PUNCTUATION_BEHIND = /(?:%e3%80%8[12df]|%e3%80%91|%ef%bc%(?:81|89|9f)|[.,!)])+$/i

/**
 * Converts the path of a page's file, which some hosts and links use, to its route: `/pow/index.html`, `/pow.html` and `/pow/` become `/pow`.
 * Punctuation behind a link (`/pow。`) is left out.
 */
export function routePath(path: string): string {
  return (
    path &&
    (path
      .replace(PUNCTUATION_BEHIND, '')
      .replace(/(?:\/index)?\.html$/, '')
      .replace(/\/+$/, '') ||
      '/')
  )
}
