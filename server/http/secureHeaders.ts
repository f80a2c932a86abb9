import type { MiddlewareHandler } from 'hono'

/** The policy says what a page's own `<meta>` cannot. Scripts are the page's matter: their hashes change with every build. */
const SITE_HEADERS = {
  'Content-Security-Policy': "frame-ancestors 'none'; object-src 'none'; base-uri 'self'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

export const secureHeaders: MiddlewareHandler = async (c, next) => {
  for (const [name, value] of Object.entries(SITE_HEADERS)) c.header(name, value)
  await next()
}
