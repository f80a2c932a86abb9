import * as v from 'valibot'
import { Refusal } from '../http/refusal.ts'
import type { Ask } from './askX.ts'
import type { Reply } from './fetchBounded.ts'

/** Query parameters that name fields, before and after X's renaming of 2026. */
export type Fields = readonly [before: Record<string, string>, after: Record<string, string>]

/** Asks with the old field names first, with the new ones when those are refused, and reads the answer by its schema. */
export async function readX<S extends v.GenericSchema>(
  ask: Ask,
  url: URL,
  [before, after]: Fields,
  schema: S,
  signal: AbortSignal,
): Promise<v.InferOutput<S>> {
  let reply = await ask(withFields(url, before), signal)
  if (reply.status === 400) reply = await ask(withFields(url, after), signal)
  return read(schema, reply)
}

function withFields(url: URL, fields: Record<string, string>): URL {
  const full = new URL(url)
  for (const [name, value] of Object.entries(fields)) full.searchParams.set(name, value)
  return full
}

function read<S extends v.GenericSchema>(schema: S, { status, json }: Reply): v.InferOutput<S> {
  const answer = v.safeParse(schema, json)
  if ((status === 200 || status === 404) && answer.success) return answer.output
  throw new Refusal('upstream')
}
