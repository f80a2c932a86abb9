import { useId } from 'react'
import { BANS } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import { matchLabelsToBans, ruleEffectSentence } from '../../results/labels/bans.ts'
import type { ReportedLabel, VisibilityRuleMatch } from '../../results/labels/bans.ts'
import { labelName } from '../../results/labels/labels.ts'
import { BAN_RULE_SOURCES } from '../../results/labels/rules.ts'
import { BanTitle } from '../../results/BanTitle.tsx'
import { Sentence } from '../../text/Sentence.tsx'
import { ruleText } from '../../text/rules.ts'
import type { RuleCondition } from '../../text/rules.ts'
import { Disclosure, LineList } from '../../ui/Card.tsx'
import type { XReport } from '../xReport.ts'
import { labelsWithAmounts } from '../summary.ts'
import styles from '../ReportPage.module.css'

type CountedLabel = ReportedLabel & { amount: string }

export function BanRules({ report }: { report: XReport }) {
  const id = useId()
  const clues = matchLabelsToBans<CountedLabel>(labelsWithAmounts(report).filter(({ count }) => count > 0))
  const year = Number(report.period.endDate.slice(0, 'yyyy'.length))
  const isMonth = report.month.length === 'yyyy-mm'.length
  return (
    <section aria-labelledby={id} className="stack gap-12">
      <h3 id={id}>{ruleText.title}</h3>
      <p>
        {ruleText.lead}
        {ruleText.today}
      </p>
      <ul className={`stack gap-12 plain ${styles['list']}`}>
        {BANS.map((ban) => (
          <li key={ban} className="stack">
            <h4 className={styles['item']}>
              <BanTitle ban={ban} />
            </h4>
            <BanRow ban={ban} matches={clues.matches[ban]} year={year} isMonth={isMonth} />
          </li>
        ))}
        <OtherLabels
          title={ruleText.unmatched}
          said={ruleText.withoutYear(ruleText.untiedSaid)}
          labels={clues.unmatched}
        />
        <OtherLabels title={ruleText.unknown} said={ruleText.unknownSaid} labels={clues.unknown} />
      </ul>
      <Disclosure summary={ruleText.sources}>
        <Sources matches={clues.matches} />
      </Disclosure>
    </section>
  )
}

type BanRowProps = {
  ban: Ban
  matches: readonly VisibilityRuleMatch<CountedLabel>[]
  year: number
  isMonth: boolean
}

/** Conditions that depend on the search setting which hides sensitive content unless somebody changed it. */
const SETTING_CONDITIONS: ReadonlySet<RuleCondition> = new Set([
  'filtering',
  'filteringLoggedIn',
  'filteringNonFollowers',
  'filteringNoName',
])

function BanRow({ ban, matches, year, isMonth }: BanRowProps) {
  if (matches.length === 0)
    return (
      <>
        <p>{ruleText.none(isMonth)}</p>
        <p className="muted small">{ruleText.withoutYear(ruleText.never(ban))}</p>
      </>
    )
  return (
    <>
      {matches.map((match) => (
        <div key={`${match.place} ${match.when} ${match.inOneList}`}>
          <p>{ruleText.withoutYear(ruleEffectSentence(ban, match, year))}</p>
          <Labels labels={match.labels.map(({ seen }) => seen)} />
        </div>
      ))}
      {matches.some(({ when }) => SETTING_CONDITIONS.has(when)) && (
        <p className="muted small">{ruleText.byDefault}</p>
      )}
      {matches.some(({ inOneList }) => inOneList) && <p className="muted small">{ruleText.inOneList}</p>}
    </>
  )
}

function Labels({ labels }: { labels: readonly CountedLabel[] }) {
  return (
    <ul>
      {labels.map(({ place, label, amount }, row) => (
        // Rows never move, and two of them may be equal.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={row}>
          <Sentence>{ruleText.label(ruleText.place[place], labelName(place, label))}</Sentence>{' '}
          <span className="unbroken">{amount}</span>
        </li>
      ))}
    </ul>
  )
}

type OtherLabelsProps = { title: string; said: string; labels: readonly CountedLabel[] }

function OtherLabels({ title, said, labels }: OtherLabelsProps) {
  if (labels.length === 0) return null
  return (
    <li className="stack">
      <h4 className={styles['item']}>{title}</h4>
      <p>{said}</p>
      <Labels labels={labels} />
    </li>
  )
}

function Sources({
  matches,
}: {
  matches: Readonly<Record<Ban, readonly VisibilityRuleMatch<CountedLabel>[]>>
}) {
  const rules = BANS.flatMap((ban) =>
    matches[ban].flatMap(({ labels }) => labels.map(({ seen, rule }) => `${seen.label}: ${rule}`)),
  )
  return (
    <LineList
      lang="en"
      className={`small ${styles['sources']}`}
      lines={[...new Set([...rules, ...BAN_RULE_SOURCES])]}
    />
  )
}
