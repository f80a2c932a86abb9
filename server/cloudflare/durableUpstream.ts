import { abortable } from '../../contract/abortable.ts'
import type { PostRef } from '../../contract/PostUrl.ts'
import type { CheckRequest } from '../../contract/wire.ts'
import { Refusal } from '../http/refusal.ts'
import { storeAway } from '../http/storeAway.ts'
import type { XOffer } from '../upstream/x/xCapabilities.ts'
import { xCapabilities } from '../upstream/x/xCapabilities.ts'
import type { Upstream } from '../upstream/Upstream.ts'
import type { ObjectsNamed } from './ObjectsNamed.ts'
import { objectNamed, shardOf } from './ObjectsNamed.ts'
import type { Told, UpstreamObject } from './UpstreamObject.ts'

/** Objects that share the calls: few, so that all soon know of a rate limit, and enough for a crowd. */
const SHARDS = 8
/** Posts in one call of an object: on the free plan it may make 50 requests to X, and a post can take several. */
const POSTS_MAX = 6

/** X, asked through `UpstreamObject`s. When a visitor leaves, only the waiting ends: the object finishes the call and keeps its answer. */
export function durableUpstream(
  objects: ObjectsNamed<UpstreamObject>,
  offer: XOffer & { postSearchMax: number },
  onFault: (error: unknown) => void,
): Upstream {
  let trouble: string | null = null
  const shard = (key: string) => objectNamed(objects, `x-${shardOf(key, SHARDS)}`)
  const accounts = ({ screen_name: name }: CheckRequest) => shard(name.toLowerCase())

  /** What an object throws says that it, or the platform, is away: refusals are told as values. */
  const away = storeAway(onFault)
  async function answer<T>(signal: AbortSignal, told: () => Promise<Told<T>>): Promise<T> {
    signal.throwIfAborted()
    const answered = await abortable(told().catch(away), signal)
    trouble = answered.trouble
    if ('refusal' in answered) throw new Refusal(answered.refusal.code, answered.refusal.retryAfter)
    return answered.value
  }

  return {
    name: 'x-api',
    capabilities: xCapabilities(offer),
    trouble: () => trouble,
    checkAccount: (request, { signal, share }) =>
      answer(signal, () => accounts(request).checkAccount(request, share)),
    async checkPosts(posts, { signal, share }, searchMost = offer.postSearchMax) {
      const judged = groupsOf(posts).map(({ key, group }, index) => {
        const left = Math.max(0, searchMost - index * POSTS_MAX)
        return answer(signal, () => shard(key).checkPosts(group, share, left))
      })
      return (await Promise.all(judged)).flat()
    },
    oembed: (post, { signal, share }) => answer(signal, () => shard(post.id).oembed(post, share)),
    kept: {
      account: (request) => accounts(request).keptAccount(request).catch(away),
      async posts(posts) {
        const kept = await Promise.all(
          groupsOf(posts).map(({ key, group }) => shard(key).keptPosts(group).catch(away)),
        )
        return kept.every((group) => group !== null) ? kept.flat() : null
      },
    },
  }
}

/** The posts of each call, in order, and the key of the object that is called. */
function groupsOf(posts: PostRef[]): { key: string; group: PostRef[] }[] {
  return posts.flatMap(({ id: key }, index) =>
    index % POSTS_MAX === 0 ? { key, group: posts.slice(index, index + POSTS_MAX) } : [],
  )
}
