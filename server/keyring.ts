import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { Keys } from './challenge.ts'

/** Where secrets lie: beside the database, for every process that shares it. */
export type SecretBox = {
  read: () => Promise<string | null>
  /** Writes only where nothing is yet. */
  create: (text: string) => Promise<void>
  replace: (text: string) => Promise<void>
}

export type Keyring = { keys: () => Keys; close: () => void }

/** How often the box is read again, so that every process learns of a rotation … */
const REFRESH_MS = 20_000
/** … before any process signs with the new key. */
const HANDOVER_MS = 60_000

const Secrets = v.pipe(
  v.array(v.object({ secret: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)), from: v.number() })),
  v.minLength(1),
)
type Secrets = v.InferOutput<typeof Secrets>

const freshSecret = (from: number) => ({ secret: randomBytes(32).toString('base64url'), from })

/** Opens the shared secrets, made on the first start, and keeps them up to date. */
export async function openKeyring(
  box: SecretBox,
  onFault: (error: unknown) => void,
  now: () => number = Date.now,
): Promise<Keyring> {
  let secrets = await readOrCreate(box, now)
  const refresh = () => readOrCreate(box, now).then((read) => (secrets = read), onFault)
  const timer = setInterval(refresh, REFRESH_MS).unref()
  return { keys: () => keysOf(secrets, now()), close: () => clearInterval(timer) }
}

/** Adds a new key in front and keeps the one before it, so that challenges in visitors' hands stay good. */
export async function rotate(box: SecretBox, now: () => number = Date.now): Promise<void> {
  const [newest] = await readOrCreate(box, now)
  const fresh = freshSecret(now() + HANDOVER_MS)
  await box.replace(JSON.stringify(newest ? [fresh, newest] : [fresh]))
}

async function readOrCreate(box: SecretBox, now: () => number): Promise<Secrets> {
  const text = await box.read()
  if (text !== null) return v.parse(Secrets, JSON.parse(text))
  await box.create(JSON.stringify([freshSecret(now())]))
  return v.parse(Secrets, JSON.parse((await box.read()) ?? ''))
}

/** Keys already in force first: one of the future verifies, but does not sign yet. */
function keysOf(secrets: Secrets, now: number): Keys {
  const inForce = secrets.filter(({ from }) => from <= now)
  const ordered = [...inForce, ...secrets.filter(({ from }) => from > now)]
  const [first = Buffer.alloc(0), ...others] = ordered.map(({ secret }) => Buffer.from(secret, 'base64url'))
  return [first, ...others]
}
