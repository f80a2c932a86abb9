import { hash } from 'node:crypto'
import { toJapanDay } from '../../contract/dates.ts'
import type { FeedbackAnswer, Statement, FeedbackToken } from '../../contract/feedback.ts'
import { ApiError } from '../http/errors.ts'
import { MAC, SIZE, isSigned, issuedAt, sign } from './challenge.ts'
import type { Keys } from './challenge.ts'

/** For how long after its challenge was issued a check can be answered. Its mark, which stores sweep out late, is then gone within an hour. */
export const TOKEN_TTL_MS = 40 * 60_000

/** The 36 bytes of a feedback token: expiry in Unix seconds (4), id (16), HMAC (16). */
const ID = 4

/** One token for each verdict of a check. Its id is a digest of challenge and item: repeated answers give the same token, and nobody else can tell which belong together. */
export function createFeedbackTokens(keys: Keys, token: string, statements: readonly Statement[]) {
  const issuedMs = issuedAt(token)
  const day = toJapanDay(issuedMs)
  return statements.map(({ item, verdict, method }) => {
    const bytes = Buffer.allocUnsafe(SIZE)
    bytes.writeUInt32BE(Math.floor((issuedMs + TOKEN_TTL_MS) / 1000), 0)
    bytes.write(hash('sha256', `${token} ${item}`, 'binary').slice(0, MAC - ID), ID, 'latin1')
    const stated = { item, verdict, method, day }
    sign(keys[0], bytes, wordsOf(stated))
    return { ...stated, ticket: bytes.toString('base64url') }
  })
}

export function verifyFeedbackToken(keys: Keys, answer: FeedbackAnswer, nowMs: number) {
  const bytes = Buffer.from(answer.ticket, 'base64url')
  if (!isSigned(keys, bytes, wordsOf(answer))) throw new ApiError('bad_ticket')
  const ttlMs = bytes.readUInt32BE(0) * 1000 - nowMs
  if (ttlMs <= 0) throw new ApiError('old_ticket')
  return { id: bytes.toString('base64url', ID, MAC), ttlMs }
}

/** Begins with a word, so that no challenge, which begins with its version, can be taken for a feedback token. */
const wordsOf = ({ item, verdict, method, day }: Omit<FeedbackToken, 'ticket'>) =>
  `ticket ${JSON.stringify([item, verdict, method, day])}`
