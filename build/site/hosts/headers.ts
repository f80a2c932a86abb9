/** Sent with every file. The policy is in each page too; only a header can forbid framing, and only a header reaches workers. */
export function headersOf(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  }
}

/** Names under `assets/` carry a hash of their content; everything else is revalidated each time. */
export const IMMUTABLE = 'public, max-age=31536000, immutable'
export const REVALIDATED = 'no-cache'

/** The `_headers` file of Cloudflare Pages and Netlify. Both revalidate what has no rule of its own. */
export function headersFile(base: string, policy: string): string {
  const lines = Object.entries(headersOf(policy)).map(([name, value]) => `  ${name}: ${value}`)
  return [
    `${base}*`,
    ...lines,
    `${base}assets/*`,
    `  Cache-Control: ${IMMUTABLE}`,
    `${base}tweetcheck/history/*`,
    '  X-Robots-Tag: noindex',
    '',
  ].join('\n')
}
