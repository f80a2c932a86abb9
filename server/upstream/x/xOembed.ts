import * as v from 'valibot'
import type { PostRef } from '../../../contract/PostUrl.ts'
import { parsePostUrl, postUrlOf } from '../../../contract/PostUrl.ts'
import { Oembed } from '../../../contract/wire.ts'
import type { PostStatus } from '../../../contract/wire.ts'
import type { Ask } from './askX.ts'

/** What X's public oEmbed shows of one post. */
export type Lookup = { status: PostStatus; oembed: Oembed | null }

/** What statuses other than 200 mean. Any that is not listed leaves the post undetermined. */
const BY_CODE: Readonly<Record<number, PostStatus>> = { 403: 'FORBIDDEN', 404: 'NOT_FOUND' }
const SHORT_LINK = /https:\/\/t\.co\/([A-Za-z0-9]{1,20})\b/g
/** A quoting post has one link to what it quotes; a few more may be its own. */
const LINKS_MAX = 4

type LookUp = (post: PostRef, signal: AbortSignal) => Promise<Lookup>

/** Reads one post. The address asked is always our own, built from the post's id. */
export function createLookUp(ask: Ask, base: string): LookUp {
  return async (post, signal) => {
    const url = new URL('/oembed', base)
    url.search = new URLSearchParams({ url: postUrlOf(post), omit_script: 'true', dnt: 'true' }).toString()
    const reply = await ask(url, signal)
    const oembed = v.safeParse(Oembed, reply.json)
    if (reply.status === 200 && oembed.success) return { status: 'AVAILABLE', oembed: oembed.output }
    return { status: BY_CODE[reply.status] ?? 'UNKNOWN', oembed: null }
  }
}

/** The posts that a post's html links to through X's shortener: what it quotes, if anything. Only post URLs count. */
export async function linkedPosts(
  html: string,
  own: PostRef,
  ask: Ask,
  shortBase: string,
  signal: AbortSignal,
) {
  const slugs = [...new Set([...html.matchAll(SHORT_LINK)].map(([, slug = '']) => slug))].slice(0, LINKS_MAX)
  const targets = await Promise.all(
    slugs.map((slug) => ask(new URL(`/${slug}`, shortBase), signal).catch(() => null)),
  )
  const posts = targets.map((reply) => parsePostUrl(reply?.headers.get('location') ?? ''))
  return posts.filter((post) => post !== null).filter((post) => post.id !== own.id)
}
