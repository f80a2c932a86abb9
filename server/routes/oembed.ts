import { createFactory } from 'hono/factory'
import { parsePostUrl } from '../../contract/names.ts'
import { Refusal } from '../http/errors.ts'
import type { AppEnv } from '../http/errors.ts'
import { limited } from '../http/limits.ts'
import { withTimeLimit } from '../http/middleware.ts'
import type { AppParts } from './AppParts.ts'

/** A post's preview. The visitor's URL is only read, never fetched. */
export function oembed(parts: AppParts) {
  return createFactory<AppEnv>().createHandlers(limited(parts, 'preview'), async (c) => {
    const post = parsePostUrl(c.req.query('url') ?? '')
    if (!post) throw new Refusal('bad_url')
    const ask = (signal: AbortSignal) => parts.upstream.oembed(post, { signal, share: c.var.share })
    return c.json(await withTimeLimit([c.req.raw.signal, parts.ending], parts.deadlineMs, ask))
  })
}
