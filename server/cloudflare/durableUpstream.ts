import type { PostRef } from '../../contract/PostUrl.ts'
import { Refusal } from '../http/refusal.ts'
import type { Upstream } from '../upstream/Upstream.ts'
import type { ObjectsNamed } from './ObjectsNamed.ts'
import { objectNamed, shardOf } from './ObjectsNamed.ts'
import type { Told, UpstreamObject } from './UpstreamObject.ts'

/** Objects that share the calls: few, so that all soon know of a rate limit, and enough for a crowd. */
const SHARDS = 8
/** Posts in one call of an object: on the free plan it may make 50 requests to X, and a post can take several. */
const POSTS_MAX = 10

/** X, asked through `UpstreamObject`s. When a visitor leaves, only the waiting ends: the object finishes the call and keeps its answer. */
export function durableUpstream(objects: ObjectsNamed<UpstreamObject>): Upstream {
  let trouble: string | null = null
  const shard = (key: string) => objectNamed(objects, `x-${shardOf(key, SHARDS)}`)

  async function answer<T>(signal: AbortSignal, told: Promise<Told<T>>): Promise<T> {
    const answered = await untilAborted(told, signal)
    trouble = answered.trouble
    if ('refusal' in answered) throw new Refusal(answered.refusal.code, answered.refusal.retryAfter)
    return answered.value
  }

  return {
    name: 'x-api',
    trouble: () => trouble,
    checkAccount: (request, signal) =>
      answer(signal, shard(request.screen_name.toLowerCase()).checkAccount(request)),
    async checkPosts(posts, signal) {
      const groups = Array.from({ length: Math.ceil(posts.length / POSTS_MAX) }, (_, index) =>
        posts.slice(index * POSTS_MAX, (index + 1) * POSTS_MAX),
      )
      const statuses = groups.map((group) => answer(signal, shard(keyOf(group)).checkPosts(group)))
      return (await Promise.all(statuses)).flat()
    },
    oembed: (post, signal) => answer(signal, shard(post.id).oembed(post)),
  }
}

function keyOf([first]: PostRef[]): string {
  return first?.id ?? ''
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let leave: () => void = () => undefined
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
  })
  try {
    return await Promise.race([work, left])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
