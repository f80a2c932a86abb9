import { parsePostUrl } from '../../../../contract/PostUrl.ts'
import type { Caller } from '../../Caller.ts'
import type { Reply } from '../asking/Reply.ts'

const SHORT_LINK = /https:\/\/t\.co\/([A-Za-z0-9]{1,20})\b/g
/** Links whose text says that they are the post's own picture or video. */
const MEDIA_LINK = /<a [^>]*href="https:\/\/t\.co\/([A-Za-z0-9]{1,20})"[^>]*>pic\.(?:x|twitter)\.com\//g
/** More short links than this are not followed: whether such a post quotes another is open. */
const LINKS_MAX = 4

const slugsOf = (html: string, link: RegExp) => [...html.matchAll(link)].map(([, slug = '']) => slug)

/**
 * Whether a post may quote another one. oEmbed marks no link as a quote, so a link to a post, and one that cannot be followed, may be one;
 * false says that there is none.
 */
export async function mayQuote(
  html: string,
  ownId: string,
  ask: (url: URL, caller: Caller) => Promise<Reply>,
  shortBase: string,
  caller: Caller,
): Promise<boolean> {
  const media = new Set(slugsOf(html, MEDIA_LINK))
  const slugs = [...new Set(slugsOf(html, SHORT_LINK))].filter((slug) => !media.has(slug))
  if (slugs.length > LINKS_MAX) return true
  const leads = await Promise.all(
    slugs.map(async (slug) => {
      const reply = await ask(new URL(`/${slug}`, shortBase), caller).catch(() => null)
      const target = reply?.headers.get('location')
      if (!target || !URL.canParse(target)) return true
      const post = parsePostUrl(target)
      return post !== null && post.id !== ownId
    }),
  )
  return leads.includes(true)
}
