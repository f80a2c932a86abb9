/*
 * A challenge is a token of 36 bytes, written as 48 characters of base64url:
 *
 *   bytes   holds
 *   0       version (high four bits) and difficulty (low four bits)
 *   1–4     expiry, Unix seconds, big-endian
 *   5–11    random
 *   12–19   scope: the first 8 bytes of the SHA-256 of what the challenge may be used for
 *   20–35   the first 16 bytes of the HMAC-SHA-256 of bytes 0–19, by the newest key of the keyring
 *
 * Nothing is stored when a challenge is issued: its signature is the memory. A visitor solves it by finding a counter so that
 * SHA-256(token + counter) begins with `difficulty` hexadecimal zeros. 48 characters and 7 digits are the longest message that still
 * fits one block of SHA-256. The last character is never a digit, so that no digit of the counter can be moved into the token.
 */
import { createHmac, hash, randomFillSync, timingSafeEqual } from 'node:crypto'
import type { CheckRequest } from '../../contract/wire.ts'
import { ApiError } from '../../contract/reasons.ts'
import type { VerifiedProof } from '../http/limits.ts'

export const CHALLENGE_LIFETIME_S = 300
/** Seconds that a challenge is accepted after its expiry, for the time that an answer needs on a slow network. */
export const CHALLENGE_LEEWAY_S = 30

const EXPIRY_OFFSET = 1
const RANDOM_OFFSET = 5
const SCOPE_OFFSET = 12
const MAC_OFFSET = 20
const TOKEN_BYTES = 36
const TOKEN_VERSION = 0x10

const TOKEN = /^[\w-]{47}[A-Za-z_-]$/
const COUNTER = /^(?:0|[1-9][0-9]{0,6})$/

/** HMAC secrets as text; the first one signs. They are text, because Node takes five times as long with a key of bytes. */
export type SigningKeys = readonly [string, ...string[]]

/** The request for which a challenge is valid: an account check with exactly this body, or any batch of posts. */
export type ChallengeScope = CheckRequest | 'batch'

export function issueChallenge(
  keys: SigningKeys,
  scope: ChallengeScope,
  difficulty: number,
  nowMs: number,
): string {
  const token = Buffer.allocUnsafe(TOKEN_BYTES)
  token[0] = TOKEN_VERSION | difficulty
  token.writeUInt32BE(Math.floor(nowMs / 1000) + CHALLENGE_LIFETIME_S, EXPIRY_OFFSET)
  token.write(digestOf(scope), SCOPE_OFFSET, 'latin1')
  for (;;) {
    randomFillSync(token, RANDOM_OFFSET, SCOPE_OFFSET - RANDOM_OFFSET)
    token.set(macOf(keys[0], token), MAC_OFFSET)
    const text = token.toString('base64url')
    if (TOKEN.test(text)) return text
  }
}

/** The clock by which challenges are issued and judged. */
export type ChallengeClock = ReturnType<typeof createChallengeClock>

/**
 * The later of the machine's clock and the highest time that the store has seen. A clock that was set back would accept challenges again whose
 * claims are forgotten; one that was ahead for a while goes on from there until the others have caught up.
 */
export function createChallengeClock(now: () => number) {
  let latestMs = 0
  return {
    now: () => Math.max(now(), latestMs),
    advance: (ms: number) => void (latestMs = Math.max(latestMs, ms)),
  }
}

export type ProofHeaders = { token: string | undefined; counter: string | undefined }

/** Judges a proof without the store and without the request's body, cheapest question first. Throws the `ApiError` of the first fault. */
export function verifyProof(
  keys: SigningKeys,
  { token, counter = '' }: ProofHeaders,
  nowMs: number,
): VerifiedProof {
  if (!token) throw new ApiError('token_missing')
  const bytes = TOKEN.test(token) ? Buffer.from(token, 'base64url') : null
  const isOurs = bytes && isTokenSigned(keys, bytes) && (bytes.readUInt8(0) & 0xf0) === TOKEN_VERSION
  if (!isOurs) throw new ApiError('bad_signature')
  const expiresMs = (bytes.readUInt32BE(EXPIRY_OFFSET) + CHALLENGE_LEEWAY_S) * 1000
  if (nowMs >= expiresMs) throw new ApiError('expired')
  if (!COUNTER.test(counter)) throw new ApiError('bad_counter')
  const zeros = '0'.repeat(bytes.readUInt8(0) & 0x0f)
  if (!hash('sha256', token + counter).startsWith(zeros)) throw new ApiError('wrong_answer')
  return { token, expiresMs }
}

/** Throws an `ApiError` unless a verified proof's challenge was issued for this scope. */
export function requireChallengeScope({ token }: VerifiedProof, scope: ChallengeScope): void {
  const digest = Buffer.from(token, 'base64url').toString('latin1', SCOPE_OFFSET, MAC_OFFSET)
  if (digest !== digestOf(scope)) throw new ApiError('mismatch')
}

function isTokenSigned(keys: SigningKeys, token: Buffer): boolean {
  const mac = token.subarray(MAC_OFFSET)
  return keys.some((key) => timingSafeEqual(macOf(key, token), mac))
}

function macOf(key: string, token: Buffer): Buffer {
  const hmac = createHmac('sha256', key).update(token.subarray(0, MAC_OFFSET))
  return hmac.digest().subarray(0, TOKEN_BYTES - MAC_OFFSET)
}

function digestOf(scope: ChallengeScope): string {
  const canonical = scope === 'batch' ? [] : [scope.screen_name, scope.key, scope.searchban, scope.repost]
  return hash('sha256', JSON.stringify(canonical), 'binary').slice(0, MAC_OFFSET - SCOPE_OFFSET)
}

/**
 * The most zeros for which 10,000,000 attempts of a page are nearly always enough: they miss one challenge in 14,000 with five zeros, and
 * every second one with six.
 */
export const ISSUED_DIFFICULTY_MAX = 5
