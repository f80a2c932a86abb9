import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './AppEnv.ts'
import { cors } from 'hono/cors'

const API_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

/** Headers of every answer of the API, refusals included; a handler may override them. */
export function apiHeaders(upstream: string) {
  const headers = Object.entries({ ...API_HEADERS, 'X-Upstream': upstream })
  return createMiddleware<AppEnv>(async (c, next) => {
    for (const [name, value] of headers) c.header(name, value)
    await next()
  })
}

/** Lets sites on the listed origins call the API and read what it answers. */
export function crossOrigin(origins: readonly string[]) {
  return cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type', 'X-Session-Token', 'X-Request-Hash'],
    exposeHeaders: ['X-Upstream', 'Retry-After'],
    maxAge: 86_400,
  })
}
