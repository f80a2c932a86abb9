import type { MiddlewareHandler } from 'hono'

const EVERYWHERE = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
}
/** What a page's own `<meta>` policy cannot say. Scripts are that policy's matter: its hashes change with every build. */
const SITE_POLICY = "frame-ancestors 'none'; object-src 'none'; base-uri 'self'"
const API_POLICY = "default-src 'none'; frame-ancestors 'none'"

export const secureHeaders: MiddlewareHandler = async (c, next) => {
  for (const [name, value] of Object.entries(EVERYWHERE)) c.header(name, value)
  c.header('Content-Security-Policy', c.req.path.startsWith('/api/') ? API_POLICY : SITE_POLICY)
  await next()
}
