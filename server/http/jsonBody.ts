import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { validator } from 'hono/validator'
import * as v from 'valibot'
import type { AppEnv } from './AppEnv.ts'
import { Refusal } from './refusal.ts'

/** Room for 200 post URLs with long queries. */
const BODY_MAX = 64 * 1024
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/**
 * Refuses a body whose type is not JSON. A page of another site can send any other type without a preflight, and would use up its
 * visitors' limits: so this comes before anything is counted.
 */
export const onlyJson = createMiddleware<AppEnv>(async (c, next) => {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) throw new Refusal('not_json')
  await next()
})

function refuse(): never {
  throw new Refusal('too_large')
}
const counted = bodyLimit({ maxSize: BODY_MAX, onError: refuse })

/**
 * Refuses what is too long: by its announced length, to which Node holds the client, or by counting where none is announced. Counting
 * makes a web stream of the body, which costs as much as all the rest of a challenge; it fails where the client hangs up in the middle. What
 * a handler throws has become an answer before it comes here.
 */
export const limitedBody = createMiddleware<AppEnv>(async (c, next) => {
  const announced = c.req.header('Content-Length')
  if (announced !== undefined && c.req.header('Transfer-Encoding') === undefined) {
    if (Number(announced) > BODY_MAX) refuse()
    return next()
  }
  return counted(c, next).catch((error: unknown) => {
    throw error instanceof Refusal ? error : new Refusal('bad_body')
  })
})

/** The body rebuilt by its schema, for `c.req.valid('json')`: nothing that the schema does not name gets in. */
export function jsonBody<S extends v.GenericSchema>(schema: S) {
  return validator('json', (value): v.InferOutput<S> => {
    const body = v.safeParse(schema, value)
    if (!body.success) throw new Refusal('bad_body')
    return body.output
  })
}
