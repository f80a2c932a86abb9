import { postUrlOf } from '../../../contract/names.ts'
import type { PostRef } from '../../../contract/names.ts'
import type { CheckRequest } from '../../../contract/wire.ts'
import { Refusal } from '../../http/errors.ts'
import type { Upstream } from '../Upstream.ts'
import { createAnswerCache, createGate } from '../sharing.ts'
import { accountAnswer } from './accountAnswer.ts'
import { createAsk } from './client/client.ts'
import { oembedFaultOf } from './client/faults.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './client/replies.ts'
import { createAccounts } from './createAccounts.ts'
import { createApi } from './createApi.ts'
import type { ApiOptions } from './createApi.ts'
import { createPosts } from './createPosts.ts'
import { searchesPosts, troubleOf, xCapabilities } from './health.ts'
import type { XOffer } from './health.ts'
import { Look } from './schemas.ts'
import { createPostSearch, listJobs } from './verdict/postSearch.ts'
import type { Listed } from './verdict/postSearch.ts'
import type { FoundAccount } from './verdict/readList.ts'
import { fromAccount } from './verdict/windows.ts'

export type XOptions = Omit<ApiOptions, 'now'> &
  XOffer & {
    oembedBase: string
    shortBase?: string
    /** Posts of a batch that are looked for in search. */
    postSearchMax: number
    now?: () => number
  }

/** Previews have this many calls to X at once beside those of checks, and few of them wait: checks come first. */
const PREVIEWS = { running: 4, waiting: 32 }
const OEMBED = { maxBytes: 64 * 1024, timeoutMs: 5000, concurrency: 16, faultOf: oembedFaultOf }
const SHORT = { speaksJson: false, maxBytes: 64 * 1024, timeoutMs: 3000, concurrency: 16 }

/** Real answers: what X's public oEmbed shows of posts, and what its official API tells of accounts and finds in search. */
export function createX({ now = Date.now, ...options }: XOptions): Upstream {
  const { watcher, shortBase = 'https://t.co', oembedBase, postSearchMax } = options
  const cached = createAnswerCache(options.store, now, options.onFault)
  const api = createApi({ ...options, now })
  const accounts = createAccounts(options, api, cached)
  const askOembed = createAsk({ ...OEMBED, now, onFault: (fault) => watcher?.fault?.('oembed', fault) })
  const askPreview = askOembed.apart()
  const previews = createGate(PREVIEWS.running, PREVIEWS.waiting)
  const posts = createPosts({
    cached,
    askOembed,
    askShort: createAsk({ ...SHORT, now }),
    oembedBase,
    shortBase,
    search: searchesPosts(options) ? createPostSearch(api) : null,
    now,
  })

  return {
    name: 'x-api',
    capabilities: xCapabilities(options),
    trouble: () => troubleOf(options, api.endpoints, askOembed, api.control),
    checkPosts: (refs, caller, most = postSearchMax) => posts.batch(refs.map(wantedOf), most, caller),
    async checkAccount(request, caller) {
      const found = await accounts.check(request, caller).catch((error: unknown) => refused(error, now()))
      const { screen_name: name } = request
      const listed = listedOf(found)
      const query = fromAccount(name, found.account.id ?? '')
      const judged = await posts.judge(listed, (seen) => listJobs(seen, query), caller)
      const answer = accountAnswer(found, urlsOf(listed, name), judged)
      await accounts.amend(request, found.account, answer)
      return answer
    },
    kept: {
      async account(request) {
        const found = await accounts.kept(request)
        if (!found) return null
        const listed = listedOf(found)
        const judged = await posts.kept(listed.map(({ id }) => id))
        return judged && accountAnswer(found, urlsOf(listed, request.screen_name), judged)
      },
      posts: (refs) => posts.kept(refs.map(({ id }) => id)),
    },
    async oembed({ id }, caller) {
      const look =
        (await cached.kept(`look:${id}`, Look)) ??
        (await previews(() => posts.lookAt(id, caller, askPreview), caller).catch((error: unknown) =>
          refused(error, now()),
        ))
      if (look.oembed) return look.oembed
      if (look.state === 'restricted') throw new Refusal('forbidden')
      throw new Refusal(look.state === 'gone' ? 'not_found' : 'upstream')
    },
  }
}

const wantedOf = ({ name, id }: PostRef) => ({ id, hint: name })
const listedOf = ({ list }: FoundAccount): Listed[] => list?.posts ?? []

/** The posts' URLs. A repost is named by its id alone. */
const urlsOf = (listed: Listed[], name: CheckRequest['screen_name']) =>
  listed.map(({ id, own }) => postUrlOf({ name: own ? name : null, id }))

/** Turns an error of X's API into the `Refusal` that the caller is shown. */
function refused(error: unknown, now: number): never {
  const secondsTo = (until: number) => Math.max(1, Math.ceil((until - now) / 1000))
  if (error instanceof RateLimited) throw new Refusal('upstream_limited', secondsTo(error.until))
  if (error instanceof OperatorRefused) throw new Refusal('operator_refused', secondsTo(error.until))
  throw error instanceof UpstreamDown ? new Refusal('upstream') : error
}
