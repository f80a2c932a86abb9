import type { PostRef } from '../../../contract/names.ts'
import { METHOD_VERSION } from '../../../contract/evidence.ts'
import { ApiError } from '../../http/errors.ts'
import type { Upstream } from '../Upstream.ts'
import { createAnswerCache, createSemaphore } from '../sharing.ts'
import { createAsk } from './client/client.ts'
import { oembedFaultOf } from './client/faults.ts'
import { OperatorRefused, RateLimited, UpstreamDown } from './client/replies.ts'
import { createAccounts } from './createAccounts.ts'
import { createApi } from './createApi.ts'
import type { ApiOptions } from './createApi.ts'
import { createPosts } from './createPosts.ts'
import { searchesPosts, healthWarning, xCapabilities } from './health.ts'
import type { XOffer } from './health.ts'
import { PostView } from './schemas.ts'
import { judgementOf } from './verdict/findings.ts'

export type XOptions = Omit<ApiOptions, 'now'> &
  XOffer & {
    oembedBase: string
    now?: () => number
  }

const PREVIEWS = { running: 8, waiting: 32 }
const OEMBED = { maxBytes: 64 * 1024, timeoutMs: 5000, concurrency: 16, faultOf: oembedFaultOf }

export function createX({ now = Date.now, ...options }: XOptions): Upstream {
  const { monitor, oembedBase, postSearchMax } = options
  const about = `x ${METHOD_VERSION} ${new URL(options.apiBase).host} ${new URL(oembedBase).host}`
  const cached = createAnswerCache(about, options.store, now, options.onFault)
  const tools = createApi({ ...options, now })
  const askOembed = createAsk({
    ...OEMBED,
    now,
    onReply: tools.noteServerTime,
    onFault: (fault) => monitor?.fault?.('oembed', fault),
  })
  const askPreview = askOembed.apart()
  const previews = createSemaphore(PREVIEWS.running, PREVIEWS.waiting)
  const posts = createPosts({ cached, askOembed, oembedBase, tools })
  const accounts = createAccounts(options, tools, posts, cached)
  const toQuery = ({ name, id }: PostRef) => ({
    id,
    hint: name,
    unsearched: searchesPosts(options) ? undefined : ('not_offered' as const),
  })

  return {
    name: 'x-api',
    capabilities: xCapabilities(options),
    healthWarning: () => healthWarning(options, tools.endpoints, askOembed, tools.control),
    async checkPosts(refs, caller, most = postSearchMax) {
      const findings = await posts.find(refs.map(toQuery), caller, most)
      return refs.map(({ id }) => {
        const finding = findings.get(id)
        return finding ? judgementOf(finding) : { status: 'UNKNOWN' }
      })
    },
    checkAccount: (request, caller) =>
      accounts.check(request, caller).catch((error: unknown) => refused(error, now())),
    searchHealth: () => tools.searchMonitor.read(),
    async oembed({ id }, caller) {
      const look =
        (await cached.peek(`look:${id}`, PostView)) ??
        (await previews(() => posts.viewPost(id, caller, askPreview), caller).catch((error: unknown) =>
          refused(error, now()),
        ))
      if (look.oembed) return look.oembed
      if (look.state === 'restricted') throw new ApiError('forbidden')
      throw new ApiError(look.state === 'gone' ? 'not_found' : 'upstream')
    },
  }
}

/** Turns an error of X's API into the `ApiError` that the caller is shown. */
function refused(error: unknown, now: number): never {
  const secondsTo = (until: number) => Math.max(1, Math.ceil((until - now) / 1000))
  if (error instanceof RateLimited) throw new ApiError('upstream_limited', secondsTo(error.until))
  if (error instanceof OperatorRefused) throw new ApiError('operator_refused', secondsTo(error.until))
  throw error instanceof UpstreamDown ? new ApiError('upstream') : error
}
