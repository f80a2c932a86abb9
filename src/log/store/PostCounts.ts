import * as v from 'valibot'
import type { Group } from '../../../contract/postVerdicts.ts'
import { Count } from '../../../contract/quantities.ts'

/** How posts were judged. Older records know four groups. */
export const PostCounts = v.object({
  ok: Count,
  excluded: Count,
  quote: Count,
  restricted: v.optional(Count, 0),
  unsearched: v.optional(Count, 0),
  error: Count,
} satisfies Record<Group, v.GenericSchema<number, number> | v.GenericSchema<number | undefined, number>>)
