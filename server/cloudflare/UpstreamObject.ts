import { DurableObject } from 'cloudflare:workers'
import type { DurableObjectState } from '@cloudflare/workers-types'
import type { PostRef } from '../../contract/PostUrl.ts'
import type { AccountCheck, CheckRequest, Oembed, PostJudgement } from '../../contract/wire.ts'
import type { RefusalCode } from '../http/refusal.ts'
import { Refusal } from '../http/refusal.ts'
import { openUpstream } from '../openUpstream.ts'
import { settling } from '../store/settling.ts'
import type { Caller } from '../upstream/Caller.ts'
import type { Upstream } from '../upstream/Upstream.ts'
import { cloudflareConfig } from './cloudflareConfig.ts'
import { durableStore } from './durableStore.ts'
import { logFault, logX } from './isolateLog.ts'
import type { ObjectsNamed } from './ObjectsNamed.ts'
import type { StoreObject } from './StoreObject.ts'

/** An answer for the Worker; error classes do not survive the crossing. `trouble` is what the operator should fix. */
export type Told<T> = { trouble: string | null } & (
  | { value: T }
  | { refusal: { code: RefusalCode; retryAfter: number | undefined } }
)

type Needed = { STORE: ObjectsNamed<StoreObject> }

/** How long one call of a Worker may keep the upstream busy, in milliseconds: as long as a check may take. */
const CALL_MS = 40_000

/**
 * The upstream for one shard of the calls, in one place for the whole world: callers that ask for the same at once share one answer, and
 * X's rate limits hold for all of them.
 */
export class UpstreamObject extends DurableObject<Needed> {
  readonly #upstream: Upstream

  constructor(ctx: DurableObjectState, env: Needed) {
    super(ctx, env)
    this.#upstream = openUpstream(
      cloudflareConfig(env),
      settling(durableStore(env.STORE), logFault),
      logFault,
      logX,
    )
  }

  checkAccount(request: CheckRequest, share: string): Promise<Told<AccountCheck>> {
    return this.#told(share, (caller) => this.#upstream.checkAccount(request, caller))
  }

  checkPosts(posts: PostRef[], share: string, searchMost: number): Promise<Told<PostJudgement[]>> {
    return this.#told(share, (caller) => this.#upstream.checkPosts(posts, caller, searchMost))
  }

  oembed(post: PostRef, share: string): Promise<Told<Oembed>> {
    return this.#told(share, (caller) => this.#upstream.oembed(post, caller))
  }

  keptAccount(request: CheckRequest): Promise<AccountCheck | null> {
    return this.#upstream.kept.account(request)
  }

  keptPosts(posts: PostRef[]): Promise<PostJudgement[] | null> {
    return this.#upstream.kept.posts(posts)
  }

  async #told<T>(share: string, ask: (caller: Caller) => Promise<T>): Promise<Told<T>> {
    const answer = await ask({ share, signal: AbortSignal.timeout(CALL_MS) }).then(
      (value) => ({ value }),
      (error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        return { refusal: { code: error.code, retryAfter: error.retryAfter } }
      },
    )
    return { ...answer, trouble: this.#upstream.trouble() }
  }
}
