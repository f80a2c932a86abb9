import { BANS, recordByBan } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import type { StoredMonth } from '../../storage/records.ts'
import { ruleText } from '../../text/rules.ts'
import {
  indexByLabelKey,
  countryLabelOf,
  isWithheldEverywhere,
  labelKeyOf,
  labelKind,
  reportSpanText,
} from './labels.ts'
import type { LabelPlace } from './labels.ts'
import { LABEL_RULES } from './rules.ts'
import type { BanRules, VisibilityRule } from './rules.ts'

export type ReportedLabel = { place: LabelPlace; label: string }

/** Labels of a report that X's visibility rules link to the same ban with the same effect, each with the name of its rule. */
export type VisibilityRuleMatch = Required<Pick<VisibilityRule, 'when' | 'inOneList'>> & {
  place: LabelPlace
  labels: { seen: ReportedLabel; rule: string }[]
}

const RULES = { post: indexByLabelKey(LABEL_RULES.post), account: indexByLabelKey(LABEL_RULES.account) }

export function rulesForLabel({ place, label }: ReportedLabel): BanRules | undefined {
  const country = countryLabelOf(label)
  if (!country) return RULES[place].get(labelKeyOf(label))
  const codes = isWithheldEverywhere(country) ? country.codes : ['CC']
  return codes.map((code) => RULES[place].get(labelKeyOf(`${country.name}(${code})`))).find(Boolean)
}

/** Groups the labels of a report by the ban that X's published rules link them to. Labels with the same sentence share a group. */
export function matchLabelsToBans(labels: readonly ReportedLabel[]) {
  const matches = recordByBan((): VisibilityRuleMatch[] => [])
  const unmatched: ReportedLabel[] = []
  const unknown: ReportedLabel[] = []
  for (const seen of labels) {
    const rules = rulesForLabel(seen)
    if (!rules) unknown.push(seen)
    else if (BANS.every((ban) => !rules[ban])) unmatched.push(seen)
    for (const ban of BANS) for (const rule of rules?.[ban] ?? []) add(matches[ban], seen, rule)
  }
  return { matches, unmatched, unknown }
}

function add(
  matches: VisibilityRuleMatch[],
  seen: ReportedLabel,
  { when, rule, inOneList = false }: VisibilityRule,
): void {
  const { place } = seen
  const same = matches.find(
    (match) => match.place === place && match.when === when && match.inOneList === inOneList,
  )
  if (same) same.labels.push({ seen, rule })
  else matches.push({ place, when, inOneList, labels: [{ seen, rule }] })
}

/** Says in a sentence what a rule does, with its source and year. `year` is the year of the report. */
export function ruleEffectSentence(ban: Ban, { place, when }: VisibilityRuleMatch, year: number): string {
  return ruleText.when[when]({ ban, subject: ruleText.subject(ban, place), year })
}

type Counted = Pick<StoredMonth, 'accountLabels' | 'postLabels'>

export function labelsOfMonth({ accountLabels, postLabels }: Counted): ReportedLabel[] {
  const onAccount = accountLabels.filter(({ days }) => days > 0)
  const onPosts = postLabels.filter(({ posts }) => posts > 0)
  return [
    ...onAccount.map(({ label }) => ({ place: 'account' as const, label })),
    ...onPosts.map(({ label }) => ({ place: 'post' as const, label })),
  ]
}

/** Counts for each ban the kinds of labels that rules link to it. Rules that were switched off do not count. */
export function countLabelKindsByBan(month: Counted): Record<Ban, number> {
  const { matches } = matchLabelsToBans(labelsOfMonth(month))
  return recordByBan((ban) => {
    const labels = matches[ban].flatMap((match) => (match.when === 'off' ? [] : match.labels))
    return new Set(labels.map(({ seen }) => labelKind(seen.place, seen.label))).size
  })
}

export function labelCountsOfMonth(month: StoredMonth) {
  return { month: reportSpanText(month.month), kinds: countLabelKindsByBan(month) }
}
