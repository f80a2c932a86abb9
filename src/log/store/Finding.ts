import * as v from 'valibot'
import { BANS } from '../../../contract/bans.ts'
import { ScreenName } from '../../../contract/ScreenName.ts'
import { Moment } from './LoggedCheck.ts'

/** What the visitor saw with another account; for Reply Deboosting `seen` is at once, and `unseen` after a press. */
export const SIGHTINGS = ['seen', 'unseen', 'unsure'] as const
export type Sighting = (typeof SIGHTINGS)[number]

/** The visitor's own finding for one ban of one account; the latest replaces the one before. */
export const Finding = v.object({
  account: v.string(),
  name: ScreenName,
  ban: v.picklist(BANS),
  answer: v.picklist(SIGHTINGS),
  at: Moment,
})
export type Finding = v.InferOutput<typeof Finding>
