import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { AppEnv } from './AppEnv.ts'
import { Refusal } from './refusal.ts'

export type OnFault = (error: unknown) => void

/** The one place where what was thrown becomes an answer. What nobody foresaw says nothing of itself to the caller. */
export function answerError(onFault: OnFault) {
  return (error: unknown, c: Context<AppEnv>): Response => {
    const { status, code, message, retryAfter } = refusalOf(error, onFault)
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
    return c.json({ message, code }, status)
  }
}

/** Hono throws its own exception for one reason: a body that is no JSON. */
function refusalOf(error: unknown, onFault: OnFault): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof HTTPException) return new Refusal('bad_body')
  onFault(error)
  return new Refusal('internal')
}
