import { HTTPException } from 'hono/http-exception'
import type { AppParts } from '../AppParts.ts'
import { Refusal } from './refusal.ts'

/** The one place where what was thrown becomes an answer. What nobody foresaw says nothing of itself to the caller. */
export function answerError(parts: Pick<AppParts, 'onFault' | 'reply'>) {
  return (error: unknown): Response => {
    const { status, code, message, retryAfter } = refusalOf(error, parts)
    const more = retryAfter === undefined ? undefined : { 'Retry-After': String(retryAfter) }
    return parts.reply({ message, code }, status, more)
  }
}

function refusalOf(error: unknown, parts: Pick<AppParts, 'onFault'>): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof HTTPException) return new Refusal('bad_request')
  parts.onFault(error)
  return new Refusal('internal')
}

export function answerNotFound(): never {
  throw new Refusal('no_such_call')
}
