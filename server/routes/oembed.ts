import { parsePostUrl } from '../../contract/names.ts'
import { Oembed } from '../../contract/wire.ts'
import { ApiError } from '../http/errors.ts'
import { limited } from '../http/limits.ts'
import { UPSTREAM, createHandlers, describeCall } from '../openapi/describe.ts'
import type { AppParts } from './AppParts.ts'
import { workFor } from './redeem.ts'

/** The visitor's URL is only read, never fetched. */
export function oembed(parts: AppParts) {
  return createHandlers(
    describeCall({
      summary: "X's preview of a post.",
      parameters: [{ name: 'url', in: 'query' }],
      answer: { Oembed },
      errors: ['bad_url', 'other_site', 'forbidden', 'not_found', 'rate_limited', ...UPSTREAM],
    }),
    limited(parts, 'preview'),
    async (c) => {
      const post = parsePostUrl(c.req.query('url') ?? '')
      if (!post) throw new ApiError('bad_url')
      return c.json(await workFor(parts, c, (caller) => parts.upstream.oembed(post, caller)))
    },
  )
}
