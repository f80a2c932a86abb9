import { headersFile } from './headers.ts'
import type { Host } from './Host.ts'

/** Cloudflare Pages. It names pages without extension, also where a rewrite leads. */
export const cloudflare: Host = {
  layout: 'files',
  files: ({ base }, policy) => ({
    _headers: headersFile(base, policy),
    _redirects: `${base}tweetcheck/history/* ${base}app 200\n`,
  }),
}
