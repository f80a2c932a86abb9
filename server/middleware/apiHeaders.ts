import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { every } from 'hono/combine'
import type { AppEnv, AppParts } from '../AppParts.ts'

/** On every answer of the API: who produced it, that nobody may keep it, and which other origins may read it. */
export function apiHeaders({ upstream, origins }: AppParts): MiddlewareHandler<AppEnv> {
  const named: MiddlewareHandler<AppEnv> = async (c, next) => {
    c.header('X-Upstream', upstream.name)
    c.header('Cache-Control', 'no-store')
    await next()
  }
  if (origins.length === 0) return named
  const shared = cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type', 'X-Session-Token', 'X-Request-Hash'],
    exposeHeaders: ['X-Upstream', 'Retry-After'],
    maxAge: 86_400,
  })
  return every(named, shared)
}
