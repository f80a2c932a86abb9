import { firstSnowflakeAt } from '../../../contract/dates.ts'
import type { Caller } from '../Upstream.ts'
import type { SearchRequest } from './client/calls.ts'
import { UpstreamDown } from './client/replies.ts'
import type { SearchEndpoint } from './client/replies.ts'
import type { PostPage } from './schemas.ts'

const HOUR_MS = 60 * 60_000
/** An account that X refused is not searched for again within this long. */
const REFUSED_TTL_MS = HOUR_MS

/** `refused`: X calls the request invalid. Null: X gave no usable answer. */
export type Search = (search: SearchRequest, caller: Caller) => Promise<PostPage | 'refused' | null>
type CanariesOptions = { canaries: readonly string[]; search: Search; now: () => number }

/**
 * The accounts whose posts serve as controls, in one search. X refuses the whole search if it names an account that X does not accept, such as
 * one that is gone: each is then tried alone, for a moment without posts, which is free, and those that X refuses are left out.
 */
export function createCanaries({ canaries, search, now }: CanariesOptions) {
  const refusedAt = new Map<string, number>()
  const isRefused = (name: string) => now() - (refusedAt.get(name) ?? -Infinity) < REFUSED_TTL_MS
  const accepted = () => canaries.filter((name) => !isRefused(name))
  const query = () =>
    `(${accepted()
      .map((name) => `from:${name}`)
      .join(' OR ')})`

  /** Resolves to whether there was one to leave out. */
  async function leaveOutRefused(endpoint: SearchEndpoint, caller: Caller): Promise<boolean> {
    const id = String(firstSnowflakeAt(now() - HOUR_MS))
    const within = { ids: { first: id, last: id } }
    const tried = accepted().map(async (name) => {
      const asked = { endpoint, query: `from:${name}`, within, most: 1, references: false }
      const isFault = (await search(asked, caller)) === 'refused'
      if (isFault) refusedAt.set(name, now())
      return isFault
    })
    return (await Promise.all(tried)).includes(true)
  }

  return {
    refused: () => canaries.filter(isRefused),
    /** The posts of the canaries in this window; none if X refuses all canaries. Throws unless X gives a usable answer. */
    async search(
      asked: Pick<SearchRequest, 'endpoint' | 'within' | 'most'>,
      caller: Caller,
    ): Promise<PostPage['posts']> {
      while (accepted().length > 0) {
        const asking = query()
        const answer = await search({ ...asked, query: asking, references: false }, caller)
        if (answer && answer !== 'refused') return answer.posts
        // A search at the same time may have left one out.
        const mayRepeat =
          answer === 'refused' && (query() !== asking || (await leaveOutRefused(asked.endpoint, caller)))
        if (!mayRepeat) throw new UpstreamDown('no usable control', 'never')
      }
      return []
    },
  }
}
