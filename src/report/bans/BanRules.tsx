import { useId } from 'react'
import { BANS } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import type { PictureBan } from '../../lib/picture.ts'
import { StateIcon } from '../../results/Answer.tsx'
import { matchLabelsToBans, ruleEffectSentence } from '../../results/labels/bans.ts'
import type { ReportedLabel, VisibilityRuleMatch } from '../../results/labels/bans.ts'
import { labelName, reportSpanText } from '../../results/labels/labels.ts'
import { BAN_RULE_SOURCES } from '../../results/labels/rules.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { resultText } from '../../text/result.ts'
import { ruleText } from '../../text/rules.ts'
import type { RuleCondition } from '../../text/rules.ts'
import { Card, Disclosure, LineList } from '../../ui/Card.tsx'
import type { XReport } from '../xReport.ts'
import { labelsWithAmounts } from '../summary.ts'
import { rulePictureBans } from './banExport.ts'
import styles from '../ReportPage.module.css'

/** `isOnly`: no other report is shown. The title names the month otherwise. */
export function BanRules({ report, isOnly }: { report: XReport; isOnly: boolean }) {
  const id = useId()
  const clues = matchLabelsToBans(labelsWithAmounts(report).filter(({ count }) => count > 0))
  const year = Number(report.period.endDate.slice(0, 'yyyy'.length))
  const signs = rulePictureBans(report)
  const isUnrelated = BANS.every((ban) => clues.matches[ban].length === 0)
  return (
    <Card aria-labelledby={id}>
      <h2 id={id}>{isOnly ? ruleText.title : ruleText.titleOf(reportSpanText(report.month))}</h2>
      <p>{ruleText.lead}</p>
      {isUnrelated && <p className="bold">{ruleText.unrelated}</p>}
      <ul className={`plain ${styles['bans']}`}>
        {BANS.map((ban, index) => (
          <li key={ban}>
            <Disclosure summary={<BanSummary {...signs[index]} {...(isUnrelated && { state: '' })} />}>
              <p className="muted small">{resultText.ban[ban].gloss}</p>
              <BanRow ban={ban} matches={clues.matches[ban]} year={year} />
            </Disclosure>
          </li>
        ))}
        {clues.unmatched.length + clues.unknown.length > 0 && (
          <li>
            <Disclosure summary={ruleText.others}>
              <OtherLabels said={ruleText.withoutYear(ruleText.untiedSaid)} labels={clues.unmatched} />
              <OtherLabels said={ruleText.unknownSaid} labels={clues.unknown} />
            </Disclosure>
          </li>
        )}
      </ul>
      <Disclosure summary={ruleText.sources}>
        <Sources matches={clues.matches} />
      </Disclosure>
    </Card>
  )
}

/** One line for a ban, with its sign: whether the report has labels that X's rules link to it. */
function BanSummary({ name, tone = 'unknown', state }: Partial<PictureBan>) {
  return (
    <span className={styles['ban']}>
      <StateIcon tone={tone} />
      <span>
        <b lang="en">{name}</b> {state && <small className="muted">{state}</small>}
      </span>
    </span>
  )
}

type BanRowProps = {
  ban: Ban
  matches: readonly VisibilityRuleMatch[]
  year: number
}

/** Conditions that depend on the search setting which hides sensitive content unless somebody changed it. */
const SETTING_CONDITIONS: ReadonlySet<RuleCondition> = new Set([
  'filtering',
  'filteringLoggedIn',
  'filteringNonFollowers',
  'filteringNoName',
])

function BanRow({ ban, matches, year }: BanRowProps) {
  if (matches.length === 0) return <p className="muted small">{ruleText.withoutYear(ruleText.never(ban))}</p>
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

function Labels({ labels }: { labels: readonly ReportedLabel[] }) {
  return (
    <ul>
      {labels.map(({ place, label }, row) => (
        // Rows never move, and two of them may be equal.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={row}>
          <Sentence>{ruleText.label(ruleText.place[place], labelName(place, label))}</Sentence>
        </li>
      ))}
    </ul>
  )
}

function OtherLabels({ said, labels }: { said: string; labels: readonly ReportedLabel[] }) {
  if (labels.length === 0) return null
  return (
    <>
      <p>{said}</p>
      <Labels labels={labels} />
    </>
  )
}

function Sources({ matches }: { matches: Readonly<Record<Ban, readonly VisibilityRuleMatch[]>> }) {
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
