import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from './AppEnv.ts'
import { Refusal } from './refusal.ts'

/** One answer, as logs and metrics may know it: by its route, never by its URL. */
export type Seen = { route: string; status: number; code: string | undefined; ms: number }

/** Tells of every answer of the API. */
export function tellAnswer(onAnswer: (seen: Seen) => void) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now()
    await next()
    const path = routePath(c)
    const route = path.includes('*') ? 'other' : path
    const code = c.error instanceof Refusal ? c.error.code : undefined
    onAnswer({ route, status: c.res.status, code, ms: performance.now() - started })
  })
}
