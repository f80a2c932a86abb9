import { createHmac, timingSafeEqual } from 'node:crypto'
import type { SigningKeys } from './challenge.ts'

/** Time in which the rows of a checked batch can be previewed by their tickets. Later previews count towards the client's limit. */
const TICKET_TTL_S = 3600
/** Length in characters of base64url, six bits each. */
const MAC_LENGTH = 16

/**
 * Lets a post of a checked batch be previewed without counting to its client's limit: `<expiry in Unix seconds>.<HMAC>`. It needs no place in
 * a store, since all calls for one post share an answer.
 */
export function createPreviewTicket(keys: SigningKeys, postId: string, nowMs: number): string {
  const expires = String(Math.floor(nowMs / 1000) + TICKET_TTL_S)
  return `${expires}.${macOf(keys[0], postId, expires)}`
}

export function isPreviewTicket(keys: SigningKeys, postId: string, ticket: string, nowMs: number): boolean {
  const [expires = '', mac = ''] = ticket.split('.', 2)
  // Written as NOT, so that an expiry that is no number has passed.
  if (!(Number(expires) * 1000 > nowMs)) return false
  const given = Buffer.from(mac)
  return (
    given.length === MAC_LENGTH &&
    keys.some((key) => timingSafeEqual(Buffer.from(macOf(key, postId, expires)), given))
  )
}

/** Begins with a word, so that no challenge can be taken for a preview ticket: it begins with another byte. */
function macOf(key: string, postId: string, expires: string): string {
  const hmac = createHmac('sha256', key).update(`preview ${postId} ${expires}`)
  return hmac.digest('base64url').slice(0, MAC_LENGTH)
}
