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
