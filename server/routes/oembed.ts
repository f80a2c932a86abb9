import { parsePostUrl } from '../../contract/PostUrl.ts'
import type { AppParts } from '../AppParts.ts'
import type { Call } from '../http/call.ts'
import { countCall } from '../http/countCall.ts'
import { Refusal } from '../http/refusal.ts'
import { withDeadline } from '../http/withDeadline.ts'

/** A post's preview. The visitor's URL is only read, never fetched. */
export function oembed(parts: AppParts): Call {
  return async (c) => {
    await countCall(parts, c, 'read')
    const post = parsePostUrl(c.req.query('url') ?? '')
    if (!post) throw new Refusal('bad_url')
    const ask = (signal: AbortSignal) => parts.upstream.oembed(post, signal)
    return parts.reply(await withDeadline(c.req.raw.signal, parts.deadlineMs, ask))
  }
}
