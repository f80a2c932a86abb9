import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from './AppEnv.ts'
import { Refusal } from './refusal.ts'

export type OnFault = (error: unknown) => void

/** The app's only error handler: turns what was thrown into an answer. Unexpected errors are answered without details. */
export function answerError(onFault: OnFault) {
  return (error: unknown, c: Context<AppEnv>): Response => {
    const { status, code, message, retryAfter } = refusalOf(error, onFault)
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
    return c.json({ message, code }, status)
  }
}

/** The refusal that an error stands for. Hono's own exception means that the body is not JSON. */
function refusalOf(error: unknown, onFault: OnFault): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof HTTPException) return new Refusal('bad_body')
  onFault(error)
  return new Refusal('internal')
}
