import { lazyModule } from '../lib/loadChunk.ts'

/** Keys in session storage: the URLs for the result page, and the rows for returning to the form. */
export const POST_STORAGE_KEYS = { urls: 'tweetcheck.urls', rows: 'tweetcheck.rows' } as const

export const batchCheckModule = lazyModule(async () => (await import('./checkPosts.ts')).checkPosts)
