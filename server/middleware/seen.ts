import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { AppEnv, AppParts } from '../AppParts.ts'
import { Refusal } from '../refusal.ts'

/** Tells of every answer by its route, never by its URL. */
export function seen({ onAnswer }: AppParts): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now()
    await next()
    const route = matchedRoutes(c).find(({ path }) => !path.includes('*'))?.path ?? 'other'
    const code = c.error instanceof Refusal ? c.error.code : undefined
    onAnswer({ route, status: c.res.status, code, ms: performance.now() - started })
  }
}
