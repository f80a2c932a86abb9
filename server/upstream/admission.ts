import { Refusal } from '../http/refusal.ts'

export type Admission = <T>(posts: number, work: () => Promise<T>) => Promise<T>

const RETRY_S = 10

/**
 * Lets checks in until they hold so many posts together. What is let in is served; the rest is refused before anything is asked for it,
 * so that its proof stays good.
 */
export function createAdmission(postsMax: number): Admission {
  let held = 0
  return async (posts, work) => {
    if (held > 0 && held + posts > postsMax) throw new Refusal('busy', RETRY_S)
    held += posts
    try {
      return await work()
    } finally {
      held -= posts
    }
  }
}
