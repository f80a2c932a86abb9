import { atom } from 'jotai/vanilla'
import * as v from 'valibot'
import { BANS } from '../../../contract/outcomes.ts'
import { ScreenName } from '../../../contract/wire.ts'
import { shareUrl } from '../../config.ts'
import { enterObservationsAtom } from '../../observations/observations.ts'
import { GUIDE_KEY, GUIDE_PARAMETER } from './guideAtoms.ts'
import type { Guide } from './guideAtoms.ts'

const Asked = v.object({
  name: ScreenName,
  bans: v.pipe(v.array(v.picklist(BANS)), v.minLength(1), v.maxLength(BANS.length)),
})

const StoredGuide = v.pipe(
  v.object({
    ...Asked.entries,
    step: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** Older pages kept a guide only while it was open. */
    isOpen: v.optional(v.boolean(), true),
  }),
  v.check(({ bans, step }) => step <= bans.length, 'beyond the last item'),
  v.check(({ bans }) => new Set(bans).size === bans.length, 'an item twice'),
)

/** The guide that this tab has kept; null where there is none that can be read. */
export function storedGuide(): Guide | null {
  try {
    const stored = v.safeParse(StoredGuide, JSON.parse(sessionStorage.getItem(GUIDE_KEY) ?? 'null'))
    return stored.success ? stored.output : null
  } catch {
    return null
  }
}

/** Reads what the visitor saw of an account's items. */
export const enterItemsAtom = atom(null, async (_get, set, name: string) => {
  await set(
    enterObservationsAtom,
    BANS.map((item) => ({ name, item })),
  )
})

/** Between the items in the address. */
const SEPARATOR = '.'

/** A link that shows a friend the steps for these items of an account. It holds nothing of the answer. */
export function friendUrl({ name, bans }: Pick<Guide, 'name' | 'bans'>): string {
  return shareUrl(`?screen_name=${name}&${GUIDE_PARAMETER}=${bans.join(SEPARATOR)}`)
}

/** What the address asks a friend to look at; null where it asks for nothing, or for what there is not. */
export function readFriendUrl(search: string): v.InferOutput<typeof Asked> | null {
  const parameters = new URLSearchParams(search)
  const read = v.safeParse(Asked, {
    name: parameters.get('screen_name'),
    bans: parameters.get(GUIDE_PARAMETER)?.split(SEPARATOR),
  })
  return read.success ? { ...read.output, bans: [...new Set(read.output.bans)] } : null
}
