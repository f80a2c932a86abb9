import { headersFile } from './headers.ts'
import type { Host } from './Host.ts'

export const netlify: Host = {
  layout: 'files',
  filesOnly: true,
  files: ({ base }, policy) => ({
    _headers: headersFile(base, policy),
    _redirects: `${base}tweetcheck/history/* ${base}app.html 200\n`,
  }),
}
