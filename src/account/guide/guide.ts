import * as v from 'valibot'
import { BANS } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import { ScreenName } from '../../../contract/wire.ts'
import { xHelp } from '../../text/result.ts'
import { GUIDE_KEY } from './guideAtoms.ts'
import type { Guide } from './guideAtoms.ts'

/** X's page on which each ban can be seen, for one account. Screen names need no escaping in URLs. */
export const SIGHT_LINKS = {
  search_suggestion_ban: (name) => `https://x.com/search?q=${name}&f=user`,
  search_ban: (name) => `https://x.com/search?q=from%3A${name}&f=live`,
  ghost_ban: (name) => `https://x.com/${name}/with_replies`,
  reply_deboosting: (name) => `https://x.com/${name}/with_replies`,
} as const satisfies Record<Ban, (name: string) => string>

/** X's own pages on what it keeps out of search, and on what else it shows to fewer people. */
export const RULES = { search: xHelp.search, replies: xHelp.reach } as const

/** Which of these pages is about a ban. */
export const RULES_OF = {
  search_suggestion_ban: 'search',
  search_ban: 'search',
  ghost_ban: 'replies',
  reply_deboosting: 'replies',
} as const satisfies Record<Ban, keyof typeof RULES>

/** A guided check as the tab keeps it. `step` is the item that is looked at; after the last one it is their number. */
const KeptGuide = v.pipe(
  v.object({
    name: ScreenName,
    bans: v.pipe(v.array(v.picklist(BANS)), v.minLength(1), v.maxLength(BANS.length)),
    step: v.pipe(v.number(), v.integer(), v.minValue(0)),
  }),
  v.check(({ bans, step }) => step <= bans.length, 'beyond the last item'),
  v.check(({ bans }) => new Set(bans).size === bans.length, 'an item twice'),
)

/** Keeps the guide for this tab, or forgets it. Where storage is denied it lasts as long as the page. */
export function keepGuide(guide: Guide | null): void {
  try {
    if (guide) sessionStorage.setItem(GUIDE_KEY, JSON.stringify(guide))
    else sessionStorage.removeItem(GUIDE_KEY)
  } catch {
    // Denied storage keeps nothing.
  }
}

/** The guide that this tab has kept; null where there is none that can be read. */
export function keptGuide(): Guide | null {
  try {
    const kept = v.safeParse(KeptGuide, JSON.parse(sessionStorage.getItem(GUIDE_KEY) ?? 'null'))
    return kept.success ? kept.output : null
  } catch {
    return null
  }
}
