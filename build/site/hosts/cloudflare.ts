import { headersFile } from './headers.ts'
import type { Host } from './Host.ts'

/** Cloudflare's assets, of Workers and of Pages. They name pages without extension, also where a rewrite leads, and compress by themselves. */
export const cloudflare: Host = {
  layout: 'files',
  filesOnly: false,
  files: ({ base }, policy) => ({
    '.assetsignore': '*.br\n*.gz\n',
    _headers: headersFile(base, policy),
    _redirects: `${base}tweetcheck/history/* ${base}app 200\n`,
  }),
}
