import * as v from 'valibot'
import { Oembed } from '../../../../contract/wire.ts'
import type { Reply } from '../asking/Reply.ts'

/** What X's public oEmbed says of one post to people who are not logged in. `restricted`: not shown to them. `unknown`: X said nothing. */
export const Look = v.object({
  state: v.picklist(['shown', 'restricted', 'gone', 'unknown']),
  oembed: v.nullable(Oembed),
  /** The author's screen name as X gives it. */
  author: v.nullable(v.pipe(v.string(), v.regex(/^\w{1,15}$/))),
  /** When X was asked. */
  time: v.number(),
})
export type Look = v.InferOutput<typeof Look>

/** X's own words for what it does not show: a sentence, or a list of problems. Firewalls and proxies speak HTML, or JSON of other shapes. */
const Words = v.pipe(v.string(), v.minLength(1))
const Refused = v.union([
  v.object({ error: Words }),
  v.object({
    errors: v.pipe(
      v.array(v.union([v.object({ message: Words }), v.object({ detail: Words })])),
      v.minLength(1),
    ),
  }),
  v.object({ title: Words, type: Words }),
])

/** Only JSON of X's own shape, sent as such, counts: a post that anything else stands for is unknown. */
export function readOembed(reply: Reply, time: number): Look {
  const none = { oembed: null, author: null, time }
  if (!/\bjson\b/i.test(reply.headers.get('content-type') ?? '')) return { state: 'unknown', ...none }
  const oembed = v.safeParse(Oembed, reply.json)
  if (reply.status === 200 && oembed.success) {
    return { state: 'shown', oembed: oembed.output, author: authorOf(oembed.output), time }
  }
  const state = v.is(Refused, reply.json) ? REFUSALS[reply.status] : undefined
  return { state: state ?? 'unknown', ...none }
}

const REFUSALS: Readonly<Record<number, Look['state']>> = { 403: 'restricted', 404: 'gone' }

const PROFILE = /^https:\/\/(?:www\.|mobile\.)?(?:x|twitter)\.com\/(\w{1,15})\/?$/

function authorOf({ author_url: url = '' }: Oembed): string | null {
  return PROFILE.exec(url)?.[1] ?? null
}
