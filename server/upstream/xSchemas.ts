import * as v from 'valibot'

/** X's own problem report; it also comes with HTTP 200. */
const Problem = v.object({
  title: v.optional(v.string(), ''),
  detail: v.optional(v.string(), ''),
  type: v.optional(v.string(), ''),
})
const Problems = v.fallback(v.array(Problem), [])

const Id = v.pipe(v.string(), v.regex(/^[0-9]{1,19}$/))
const Referenced = v.fallback(v.array(v.object({ type: v.string(), id: Id })), [])

/** Field names before and after X's renaming of 2026 are both read. */
export const XUser = v.object({
  data: v.optional(
    v.object({
      id: Id,
      protected: v.optional(v.boolean(), false),
      public_metrics: v.optional(
        v.object({ tweet_count: v.optional(v.number()), post_count: v.optional(v.number()) }),
        {},
      ),
      pinned_tweet_id: v.optional(Id),
      pinned_post_id: v.optional(Id),
    }),
  ),
  errors: Problems,
})
export type XUser = v.InferOutput<typeof XUser>

export const XPost = v.object({
  id: Id,
  created_at: v.optional(v.pipe(v.string(), v.isoTimestamp())),
  referenced_tweets: Referenced,
  referenced_posts: Referenced,
})
export type XPost = v.InferOutput<typeof XPost>

export const XPosts = v.object({ data: v.optional(v.array(XPost), []), errors: Problems })
