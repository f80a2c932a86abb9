import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './AppEnv.ts'

const API_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** What every answer of the API says, refusals included; a handler may say otherwise. */
export function apiHeaders(upstream: string) {
  const headers = Object.entries({ ...API_HEADERS, 'X-Upstream': upstream })
  return createMiddleware<AppEnv>(async (c, next) => {
    for (const [name, value] of headers) c.header(name, value)
    await next()
  })
}
