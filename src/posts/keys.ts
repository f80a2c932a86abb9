import { lazyModule } from '../lib/loadChunk.ts'

/** Session storage keys: the URLs for the result page, and the rows for the return to the form. */
export const KEYS = { urls: 'tweetcheck.urls', rows: 'tweetcheck.rows' } as const

export const batchCheckModule = lazyModule(async () => (await import('./checkPosts.ts')).checkPosts)
