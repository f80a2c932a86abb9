import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from './AppEnv.ts'
import { Refusal } from './refusal.ts'

/** What logs and metrics learn of an answer: its route, never its URL. */
export type AnsweredCall = { route: string; status: number; code: string | undefined; ms: number }

/** Calls `onAnswer` after every answer of the API. */
export function tellAnswer(onAnswer: (call: AnsweredCall) => void) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now()
    await next()
    const path = routePath(c)
    const route = path.includes('*') ? 'other' : path
    const code = c.error instanceof Refusal ? c.error.code : undefined
    onAnswer({ route, status: c.res.status, code, ms: performance.now() - started })
  })
}
