import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { AppEnv } from '../AppParts.ts'
import { headerOf } from './headerOf.ts'
import { Refusal } from './refusal.ts'

/** Room for 200 post URLs with long queries. */
const BODY_MAX = 64 * 1024

const refuse = () => {
  throw new Refusal('too_large')
}
const counted = bodyLimit({ maxSize: BODY_MAX, onError: refuse })

/**
 * Refuses what is too long: by its announced length, which Node then holds the client to, or by counting where none is announced.
 * Counting needs the body as a web stream, which costs several times the rest of a challenge; so only chunked bodies are counted.
 */
export async function limitBody(c: Context<AppEnv>): Promise<void> {
  const announced = headerOf(c, 'content-length')
  if (announced === undefined || headerOf(c, 'transfer-encoding') !== undefined) {
    await counted(c, async () => undefined)
  } else if (Number(announced) > BODY_MAX) refuse()
}
