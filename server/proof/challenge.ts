import { createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto'
import type { CheckRequest } from '../../contract/wire.ts'
import { ApiError } from '../http/errors.ts'

export const LIFETIME_S = 300
/** Added when expiry is judged: the answer's own way over a slow network. */
export const LEEWAY_S = 30

/**
 * The 36 bytes of a token: version and difficulty (1), expiry in Unix seconds (4), random (7), binding (8), HMAC (16).
 * 48 characters and 7 digits are the longest message that still fits one SHA-256 block.
 */
const EXPIRY = 1
const RANDOM = 5
const BINDING = 12
export const MAC = 20
export const SIZE = 36
const VERSION = 0x10

/** The last character is no digit: no counter can be spliced into a token. */
const TOKEN = /^[\w-]{47}[A-Za-z_-]$/
const COUNTER = /^(?:0|[1-9][0-9]{0,6})$/

/** HMAC secrets as text, the one to sign with first. Text, since Node takes five times as long with a key of bytes. */
export type Keys = readonly [string, ...string[]]

/** What a challenge opens. A batch has the empty name, and its later body repeats nothing else. */
export type Bound = CheckRequest | 'batch'

export function issue(keys: Keys, bound: Bound, difficulty: number, nowMs: number): string {
  const token = Buffer.allocUnsafe(SIZE)
  token[0] = VERSION | difficulty
  token.writeUInt32BE(Math.floor(nowMs / 1000) + LIFETIME_S, EXPIRY)
  token.write(bindingOf(bound), BINDING, 'latin1')
  for (;;) {
    randomFillSync(token, RANDOM, BINDING - RANDOM)
    sign(keys[0], token)
    const text = token.toString('base64url')
    if (TOKEN.test(text)) return text
  }
}

/** When a challenge that holds was issued, in Unix milliseconds. */
export function issuedAt(token: string): number {
  return (Buffer.from(token, 'base64url').readUInt32BE(EXPIRY) - LIFETIME_S) * 1000
}

export type Proof = { token: string | undefined; counter: string | undefined }
/** Judges a proof without the store, cheapest question first; bound to anything where `bound` is null. Throws the `ApiError` of the first fault. */
export function verify(keys: Keys, { token, counter = '' }: Proof, bound: Bound | null, nowMs: number) {
  if (!token) throw new ApiError('token_missing')
  const bytes = TOKEN.test(token) ? Buffer.from(token, 'base64url') : null
  const isOurs = bytes && isSigned(keys, bytes) && (bytes.readUInt8(0) & 0xf0) === VERSION
  if (!isOurs) throw new ApiError('bad_signature')
  const expiresMs = (bytes.readUInt32BE(EXPIRY) + LEEWAY_S) * 1000
  if (nowMs >= expiresMs) throw new ApiError('expired')
  if (bound !== null && bytes.toString('latin1', BINDING, MAC) !== bindingOf(bound)) {
    throw new ApiError('mismatch')
  }
  if (!COUNTER.test(counter)) throw new ApiError('bad_counter')
  const zeros = '0'.repeat(bytes.readUInt8(0) & 0x0f)
  if (!hash('sha256', token + counter).startsWith(zeros)) throw new ApiError('wrong_answer')
  return { id: token, ttlMs: expiresMs - nowMs }
}

/** Writes the HMAC of a token's first 20 bytes, and of what stands before them, into its last 16. */
export function sign(key: string, token: Buffer, before = ''): void {
  token.set(macOf(key, token, before), MAC)
}

export function isSigned(keys: Keys, token: Buffer, before = ''): boolean {
  const mac = token.subarray(MAC)
  return keys.some((key) => timingSafeEqual(macOf(key, token, before), mac))
}

function macOf(key: string, token: Buffer, before: string): Buffer {
  const hmac = createHmac('sha256', key).update(before).update(token.subarray(0, MAC))
  return hmac.digest().subarray(0, SIZE - MAC)
}

function bindingOf(bound: Bound): string {
  const canonical = bound === 'batch' ? [] : [bound.screen_name, bound.key, bound.searchban, bound.repost]
  return hash('sha256', JSON.stringify(canonical), 'binary').slice(0, MAC - BINDING)
}

/** The most zeros that a page's 10,000,000 attempts almost surely find: they miss one challenge in 14,000 with five, every second with six. */
export const DIFFICULTY_MAX = 5

const HARDER = [0.5, 0.75]

/** The zeros that an address has to find: up to two more for the share of its limit that it has used. */
export function difficultyFor(used: number, difficulty: number): number {
  return Math.min(difficulty + HARDER.filter((share) => used > share).length, DIFFICULTY_MAX)
}
