import type { Handler } from 'hono'
import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { AppEnv, AppParts } from '../AppParts.ts'
import { countCall } from '../countCall.ts'
import { Refusal } from '../refusal.ts'

/** A post's preview. The visitor's URL is only read, never fetched. */
export function oembed(parts: AppParts): Handler<AppEnv> {
  return async (c) => {
    await countCall(parts, c, 'read')
    const post = parsePostUrl(c.req.query('url') ?? '')
    if (!post) throw new Refusal('bad_url')
    const signal = AbortSignal.any([c.req.raw.signal, AbortSignal.timeout(parts.deadlineMs)])
    return parts.reply(await parts.upstream.oembed(post, signal))
  }
}
