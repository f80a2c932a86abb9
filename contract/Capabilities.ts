import * as v from 'valibot'
import { BANS } from './bans.ts'
import { KeptDays } from './quantities.ts'

/** How a server tells whether a post is excluded: `search` looks for it in search, `visibility` only asks whether X shows it, `none` checks no posts. */
const POST_METHODS = ['search', 'visibility', 'none'] as const

/** What a server can judge, said before anything is checked. Names that this page does not know are left out. */
export const Capabilities = v.object({
  /** The items that an account check can judge; none where accounts are not checked. */
  bans: v.pipe(
    v.array(v.string()),
    v.transform((names) => BANS.filter((ban) => names.includes(ban))),
  ),
  posts: v.picklist(POST_METHODS),
  keptDays: KeptDays,
  /** Whether visitors' own findings are counted; absent where they are not. */
  agreement: v.fallback(v.optional(v.literal(true)), undefined),
})
export type Capabilities = v.InferOutput<typeof Capabilities>
