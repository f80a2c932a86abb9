import { BANS, banNames } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import type { CsvCell } from '../../lib/download.ts'
import type { PictureItem } from '../../lib/picture.ts'
import { banTies, tieSentence } from '../../results/labels/bans.ts'
import type { SeenLabel } from '../../results/labels/bans.ts'
import { kindsByBan, labelsOfMonth } from '../../results/labels/monthOfBans.ts'
import { RULES_DATE, RULE_SOURCES } from '../../results/labels/rules.ts'
import type { StoredMonth } from '../../storage/records.ts'
import { ruleText } from '../../text/rules.ts'

/** The four bans as items of a picture. They are clues: none is marked as found or as clear. */
export function clueItems(month: Parameters<typeof kindsByBan>[0]): PictureItem[] {
  const kinds = kindsByBan(month)
  return BANS.map((ban) => ({
    name: banNames[ban],
    tone: kinds[ban] === 0 ? 'unknown' : 'warning',
    state: ruleText.inPicture(kinds[ban]),
  }))
}

export const clueHeads: readonly string[] = BANS.map((ban) => banNames[ban])

/** The bans' cells for one label: what the rules say, empty where none ties it. `year` is the report's. */
export function clueCells(seen: SeenLabel, year: number): CsvCell[] {
  const { ties } = banTies([seen])
  return BANS.map((ban) => ties[ban].map((tie) => tieSentence(ban, tie, year)).join('') || null)
}

/** What a JSON file of kept months holds beside them: each rule that ties a label to a ban, and where it was published. */
export function clueJson(months: readonly StoredMonth[]) {
  return {
    sources: RULE_SOURCES,
    date: RULES_DATE,
    caution: ruleText.caution,
    months: months.map((month) => {
      const { ties } = banTies(labelsOfMonth(month))
      const bans = BANS.map((ban) => [
        ban,
        ties[ban].flatMap(({ when, labels }) => labels.map(({ seen, rule }) => ({ ...seen, when, rule }))),
      ])
      return { month: month.month, bans: Object.fromEntries(bans) as Record<Ban, unknown[]> }
    }),
  }
}
