import { bodyLimit } from 'hono/body-limit'
import { Refusal } from '../refusal.ts'

/** Room for 200 post URLs with long queries. */
const BODY_MAX = 64 * 1024

export const limitedBody = bodyLimit({
  maxSize: BODY_MAX,
  onError: () => {
    throw new Refusal('too_large')
  },
})
