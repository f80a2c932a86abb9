import { BANS, BAN_NAMES, recordByBan } from '../../../contract/outcomes.ts'
import type { CsvCell } from '../../lib/download.ts'
import type { PictureBan } from '../../lib/picture.ts'
import {
  matchLabelsToBans,
  countLabelKindsByBan,
  labelsOfMonth,
  ruleEffectSentence,
} from '../../results/labels/bans.ts'
import type { ReportedLabel } from '../../results/labels/bans.ts'
import { labelName } from '../../results/labels/labels.ts'
import { BAN_RULES_DATE, BAN_RULE_SOURCES } from '../../results/labels/rules.ts'
import type { StoredMonth } from '../../storage/records.ts'
import { reportText } from '../../text/report.ts'
import { ruleText } from '../../text/rules.ts'

/** Lists the bans for a picture. None is marked as found or as clear, because rules prove neither. */
export function rulePictureBans(month: Parameters<typeof countLabelKindsByBan>[0]): PictureBan[] {
  const kinds = countLabelKindsByBan(month)
  return BANS.map((ban) => ({
    name: BAN_NAMES[ban],
    tone: kinds[ban] === 0 ? 'unknown' : 'warning',
    state: ruleText.inPicture(kinds[ban]),
  }))
}

const words = reportText.months

export function monthCsvRows(months: readonly StoredMonth[], includesRules: boolean): CsvCell[][] {
  const rows = months.flatMap(({ month, total, accountLabels, postLabels }) => {
    const year = Number(month.slice(0, 'yyyy'.length))
    const row = (seen: ReportedLabel, days: number | null, posts: number | null): CsvCell[] => [
      month,
      total,
      words.place[seen.place],
      seen.label,
      labelName(seen.place, seen.label),
      days,
      posts,
      ...(includesRules ? ruleCells(seen, year) : []),
    ]
    if (accountLabels.length + postLabels.length === 0) return [[month, total]]
    return [
      ...accountLabels.map(({ label, days }) => row({ place: 'account', label }, days, null)),
      ...postLabels.map(({ label, posts }) => row({ place: 'post', label }, null, posts)),
    ]
  })
  return [[...words.columns, ...(includesRules ? BANS.map((ban) => BAN_NAMES[ban]) : [])], ...rows]
}

function ruleCells(seen: ReportedLabel, year: number): CsvCell[] {
  const { matches } = matchLabelsToBans([seen])
  return BANS.map((ban) => matches[ban].map((match) => ruleEffectSentence(ban, match, year)).join('') || null)
}

export function rulesJson(months: readonly StoredMonth[]) {
  return {
    sources: BAN_RULE_SOURCES,
    date: BAN_RULES_DATE,
    caution: ruleText.caution,
    months: months.map((month) => {
      const { matches } = matchLabelsToBans(labelsOfMonth(month))
      const bans = recordByBan((ban) =>
        matches[ban].flatMap(({ when, labels }) => labels.map(({ seen, rule }) => ({ ...seen, when, rule }))),
      )
      return { month: month.month, bans }
    }),
  }
}
