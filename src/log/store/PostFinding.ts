import * as v from 'valibot'
import { ScreenName } from '../../../contract/ScreenName.ts'
import { Moment } from './LoggedCheck.ts'

/** What the visitor saw in X's own search. */
export const POST_SIGHTINGS = ['seen', 'unseen'] as const
export type PostSighting = (typeof POST_SIGHTINGS)[number]

/** The visitor's own finding for one post; the latest replaces the one before. `name` is the account that X was searched for. */
export const PostFinding = v.object({
  id: v.pipe(v.string(), v.regex(/^\d{1,19}$/)),
  name: ScreenName,
  answer: v.picklist(POST_SIGHTINGS),
  at: Moment,
})
export type PostFinding = v.InferOutput<typeof PostFinding>
