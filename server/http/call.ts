import type { Context } from 'hono'
import { answerError } from './answerError.ts'
import type { AppEnv, AppParts } from '../AppParts.ts'
import { Refusal } from './refusal.ts'

/** Answers one call of the API, or throws a `Refusal`. */
export type Call = (c: Context<AppEnv>) => Response | Promise<Response>

/**
 * A call whose errors are answered too; tells of every answer by its route, never by its URL.
 * Not middleware: hono runs a route's only handler without the promises that a chain of them takes.
 */
export function answered(parts: AppParts, route: string, call: Call) {
  const { onAnswer } = parts
  const answer = answerError(parts)
  return async (c: Context<AppEnv>): Promise<Response> => {
    const started = performance.now()
    let code
    let response
    try {
      response = await call(c)
    } catch (error) {
      response = answer(error)
      code = error instanceof Refusal ? error.code : undefined
    }
    onAnswer({ route, status: response.status, code, ms: performance.now() - started })
    return response
  }
}
