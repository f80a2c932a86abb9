import { hash } from 'node:crypto'
import { toJapanDay } from '../../contract/dates.ts'
import type { FeedbackAnswer, VerdictStatement, FeedbackToken } from '../../contract/feedback.ts'
import { ApiError } from '../http/errors.ts'
import { MAC_OFFSET, TOKEN_BYTES, isTokenSigned, challengeIssuedAt, signToken } from './challenge.ts'
import type { SigningKeys } from './challenge.ts'

/** Time after the issue of its challenge in which a check can be answered. Stores remove expired marks late, but within the hour. */
export const FEEDBACK_TOKEN_TTL_MS = 40 * 60_000

/** The 36 bytes of a feedback token: expiry in Unix seconds (4), id (16), HMAC (16). */
const ID_OFFSET = 4

/** Creates one token for each verdict of a check. Its id is a digest of challenge and item, so repeated answers give the same token, and only the server knows which tokens belong together. */
export function createFeedbackTokens(
  keys: SigningKeys,
  token: string,
  statements: readonly VerdictStatement[],
) {
  const issuedMs = challengeIssuedAt(token)
  const day = toJapanDay(issuedMs)
  return statements.map(({ item, verdict, method }) => {
    const bytes = Buffer.allocUnsafe(TOKEN_BYTES)
    bytes.writeUInt32BE(Math.floor((issuedMs + FEEDBACK_TOKEN_TTL_MS) / 1000), 0)
    bytes.write(
      hash('sha256', `${token} ${item}`, 'binary').slice(0, MAC_OFFSET - ID_OFFSET),
      ID_OFFSET,
      'latin1',
    )
    const stated = { item, verdict, method, day }
    signToken(keys[0], bytes, signedPrefixOf(stated))
    return { ...stated, ticket: bytes.toString('base64url') }
  })
}

export function verifyFeedbackToken(keys: SigningKeys, answer: FeedbackAnswer, nowMs: number) {
  const bytes = Buffer.from(answer.ticket, 'base64url')
  if (!isTokenSigned(keys, bytes, signedPrefixOf(answer))) throw new ApiError('bad_ticket')
  const ttlMs = bytes.readUInt32BE(0) * 1000 - nowMs
  if (ttlMs <= 0) throw new ApiError('old_ticket')
  return { id: bytes.toString('base64url', ID_OFFSET, MAC_OFFSET), ttlMs }
}

/** Begins with a word, so that no challenge, which begins with its version, can be taken for a feedback token. */
const signedPrefixOf = ({ item, verdict, method, day }: Omit<FeedbackToken, 'ticket'>) =>
  `ticket ${JSON.stringify([item, verdict, method, day])}`
