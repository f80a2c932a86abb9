import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Keys } from './challengeKey.ts'
import type { SecretBox } from '../store/SecretBox.ts'

export type Keyring = { keys: () => Keys; close: () => void }

/** How often the box is read again, so that every process learns of a rotation … */
const REFRESH_MS = 20_000
/** … before any process signs with the new key. */
const HANDOVER_MS = 60_000

const Secret = v.object({ secret: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)), from: v.number() })
const Secrets = v.tupleWithRest([Secret], Secret)
type Secrets = v.InferOutput<typeof Secrets>

const freshSecret = (from: number) => ({ secret: randomBytes(32).toString('base64url'), from })

/** Opens the shared secrets, made on the first start, and keeps them up to date. */
export async function openKeyring(
  box: SecretBox,
  onFault: (error: unknown) => void,
  now: () => number = Date.now,
): Promise<Keyring> {
  let ring = ringOf(await readOrCreate(box, now))
  const refresh = () => readOrCreate(box, now).then((secrets) => (ring = ringOf(secrets)), onFault)
  const timer = setInterval(refresh, REFRESH_MS).unref()
  return { keys: () => keysOf(ring, now()), close: () => clearInterval(timer) }
}

/** Adds a new key in front and keeps the one before it, so that challenges in visitors' hands stay good. */
export async function rotate(box: SecretBox, now: () => number = Date.now): Promise<void> {
  const [newest] = await readOrCreate(box, now)
  const fresh = freshSecret(now() + HANDOVER_MS)
  await box.replace(JSON.stringify([fresh, newest]))
}

async function readOrCreate(box: SecretBox, now: () => number): Promise<Secrets> {
  const text = await box.read()
  if (text !== null) return v.parse(Secrets, JSON.parse(text))
  await box.create(JSON.stringify([freshSecret(now())]))
  return v.parse(Secrets, JSON.parse((await box.read()) ?? ''))
}

type Ring = ReturnType<typeof ringOf>

function ringOf([newest, before]: Secrets) {
  return { newest: newest.secret, from: newest.from, before: before?.secret }
}

/** A key that is not yet in force verifies, but does not sign. */
function keysOf({ newest, from, before }: Ring, now: number): Keys {
  if (!before) return [newest]
  return from <= now ? [newest, before] : [before, newest]
}
