import type { Context } from 'hono'
import * as v from 'valibot'
import type { AppEnv } from '../AppParts.ts'
import { limitBody } from './limitBody.ts'
import { Refusal } from './refusal.ts'

/** The JSON body rebuilt by its schema: nothing that the schema does not name gets in. */
export async function readBody<S extends v.GenericSchema>(
  c: Context<AppEnv>,
  schema: S,
): Promise<v.InferOutput<S>> {
  await limitBody(c)
  const body = v.safeParse(schema, jsonOf(await c.req.text()))
  if (!body.success) throw new Refusal('bad_body')
  return body.output
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
