import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import type { SecretBox } from '../store/secrets.ts'
import { CHALLENGE_LEEWAY_S, CHALLENGE_LIFETIME_S } from './challenge.ts'
import type { SigningKeys } from './challenge.ts'

/** Interval at which the stored secrets are read again, so that every process learns about a rotation. */
export const KEYRING_REFRESH_MS = 20_000
/** A new key signs only after this long, when every process has read it. */
const HANDOVER_MS = 60_000
/** How long a key is still accepted after the next one took over: a challenge's life, and two minutes for clocks that differ. */
const ACCEPTED_MS = (CHALLENGE_LIFETIME_S + CHALLENGE_LEEWAY_S + 120) * 1000

const Secret = v.object({ secret: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)), from: v.number() })
const Secrets = v.pipe(v.string(), v.parseJson(), v.tupleWithRest([Secret], Secret))
type Secrets = v.InferOutput<typeof Secrets>

/** The stored secrets cannot be read as this server writes them. The error's message contains no part of them. */
export class DamagedSecrets extends Error {
  override name = 'DamagedSecrets'
  constructor(boxName: string) {
    super(`${boxName} is missing or damaged; restore it, or remove it and restart for new challenge keys.`)
  }
}

const freshSecret = (from: number) => ({ secret: randomBytes(32).toString('base64url'), from })

/** Reads the shared secrets, made on the first start. `refresh` reads them again and rejects while the box is damaged; the good keys stay in use. */
export async function readKeyring(box: SecretBox, now: () => number = Date.now) {
  if ((await box.read()) === null) await box.create(JSON.stringify([freshSecret(now())]))
  let secrets = parse(box, await box.read())
  return {
    keys: () => keysOf(secrets, now()),
    async refresh(): Promise<void> {
      secrets = parse(box, await box.read())
    },
  }
}

/** Puts a new key in front. Keys that challenges in visitors' hands may be signed with stay. False when another rotation has not taken over yet, or was faster. */
export async function rotateSigningKey(box: SecretBox, now: () => number = Date.now): Promise<boolean> {
  const before = (await box.read()) ?? ''
  const secrets = parse(box, before)
  if (secrets[0].from > now()) return false
  const next = [freshSecret(now() + HANDOVER_MS), ...secrets.filter(isAccepted(now()))]
  return await box.replace(JSON.stringify(next), before)
}

function parse(box: SecretBox, text: unknown): Secrets {
  const secrets = v.safeParse(Secrets, text)
  if (!secrets.success) throw new DamagedSecrets(box.name)
  return secrets.output
}

const isAccepted = (now: number) => (_key: unknown, index: number, all: readonly { from: number }[]) =>
  index === 0 || (all[index - 1]?.from ?? 0) + ACCEPTED_MS > now

function keysOf(secrets: Secrets, now: number): SigningKeys {
  const signing = secrets.find(({ from }) => from <= now) ?? secrets[0]
  const others = secrets.filter(isAccepted(now)).filter((key) => key !== signing)
  return [signing.secret, ...others.map(({ secret }) => secret)]
}
