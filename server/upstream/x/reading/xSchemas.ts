import * as v from 'valibot'

/** X's own problem report; it also comes with HTTP 200, within `errors`. */
const Text = v.fallback(v.string(), '')
const Problem = v.object({
  title: Text,
  detail: Text,
  type: Text,
  value: Text,
  resource_id: Text,
  resource_type: Text,
})
export type Problem = v.InferOutput<typeof Problem>
const Problems = v.fallback(v.array(Problem), [])
/** An error answer is one problem by itself, or has a list of them. */
export const XProblems = v.object({ ...Problem.entries, errors: Problems })

export const Id = v.pipe(v.string(), v.regex(/^[0-9]{1,19}$/))
const MaybeId = v.fallback(v.optional(Id), undefined)
const MaybeCount = v.fallback(v.optional(v.number()), undefined)
const Referenced = v.fallback(v.optional(v.array(v.object({ type: v.string(), id: Id }))), undefined)
const Included = v.fallback(v.array(v.object({ id: Id })), [])

/** Names from before and after X's renaming of 2026 are both read. Absent members stay absent, since they have no default meaning. */
export const XUser = v.object({
  data: v.optional(
    v.object({
      id: Id,
      protected: v.fallback(v.optional(v.boolean()), undefined),
      public_metrics: v.fallback(v.object({ tweet_count: MaybeCount, post_count: MaybeCount }), {}),
      withheld: v.fallback(v.optional(v.object({ country_codes: v.array(v.string()) })), undefined),
      pinned_tweet_id: MaybeId,
      pinned_post_id: MaybeId,
    }),
  ),
  includes: v.fallback(v.object({ posts: Included }), { posts: [] }),
  errors: Problems,
})

const Versions = v.fallback(v.optional(v.pipe(v.array(Id), v.minLength(1))), undefined)
const XPost = v.object({
  id: Id,
  edit_history_tweet_ids: Versions,
  edit_history_post_ids: Versions,
  text: Text,
  referenced_tweets: Referenced,
  referenced_posts: Referenced,
})
export type XPost = v.InferOutput<typeof XPost>

export const XPosts = v.object({
  data: v.optional(v.array(XPost)),
  meta: v.fallback(
    v.object({ result_count: MaybeCount, next_token: v.fallback(v.optional(v.string()), undefined) }),
    {},
  ),
  errors: Problems,
})
