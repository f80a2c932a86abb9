import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { ReactNode, SubmitEvent } from 'react'
import { BANS } from '../../../contract/outcomes.ts'
import { SaveCsvButton, SaveJsonButton } from '../../ui/SaveButtons.tsx'
import { withFormattedTimes } from '../../lib/fileFormats.ts'
import { StateIcon } from '../../results/Answer.tsx'
import { countLabelKindsByBan } from '../../results/labels/bans.ts'
import { reportSpanText } from '../../results/labels/labels.ts'
import records from '../../results/StoredRecords.module.css'
import { RemoveAllButton, RemoveLink } from '../../results/StoredRecords.tsx'
import type { StoredMonth } from '../../storage/records.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { reportText } from '../../text/report.ts'
import { resultText } from '../../text/result.ts'
import { ruleText } from '../../text/rules.ts'
import { QuietRow } from '../../ui/ActionRow.tsx'
import { Disclosure, LineList } from '../../ui/Card.tsx'
import { Button } from '../../ui/controls.tsx'
import { IncludeRulesSwitch, ReportAccountField } from '../bans/ReportShare.tsx'
import { rulesJson, monthCsvRows } from '../bans/banExport.ts'
import {
  includesRulesAtom,
  shownReportsAtom,
  storedMonthsAtoms,
  setMonthsAccountAtom,
} from '../reportAtoms.ts'
import { accountKinds, countLimitedPosts, reportSummary } from '../summary.ts'
import { chartMonths, monthChanges } from './months.ts'
import styles from './StoredMonths.module.css'

const words = reportText.months

function MonthItem({ now, before }: { now: StoredMonth; before: StoredMonth | undefined }) {
  const remove = useSetAtom(storedMonthsAtoms.removeAtom)
  const { month, posts, isClear } = reportSummary(now)
  const changed = before && monthChanges(before, now)
  const id = `month-${now.month}`
  const line = (
    <span>
      <b id={id}>{month}</b>
      <span className={`muted small dense ${styles['counts']}`}>
        <Sentence>{words.account(accountKinds(now))}</Sentence>
        <Sentence>
          {now.unlabelled > 0 ? posts : words.limitedPosts(countLimitedPosts(now), now.total)}
        </Sentence>
      </span>
    </span>
  )
  return (
    <li className={records['record']}>
      <StateIcon tone={isClear ? 'ok' : 'excluded'} />
      <div>
        <Disclosure summary={line}>
          {changed && (
            <div className="small">
              <p>{changed.since}</p>
              <LineList lines={changed.changes} />
            </div>
          )}
          <p>
            <RemoveLink
              label={words.remove}
              describedBy={id}
              onClick={() => void remove({ table: 'months', key: now.month })}
            />
          </p>
        </Disclosure>
      </div>
    </li>
  )
}

export function StoredMonths({ months }: { months: readonly StoredMonth[] }) {
  const clear = useSetAtom(storedMonthsAtoms.clearAtom)
  const includesRules = useAtomValue(includesRulesAtom)
  // A shown report has the switch beside it.
  const hasSwitch = useAtomValue(shownReportsAtom)?.isSample !== false
  return (
    <>
      {months.length > 1 && (
        <Disclosure summary={<h3>{words.charts}</h3>}>
          <MonthChart months={months} title={words.chart} count={countLimitedPosts} words={words.posts} />
          <p>{ruleText.chart}</p>
          {BANS.map((ban) => (
            <MonthChart
              key={ban}
              months={months}
              title={<span lang="en">{resultText.ban[ban].name}</span>}
              count={(month) => countLabelKindsByBan(month)[ban]}
              words={ruleText.kinds}
            />
          ))}
        </Disclosure>
      )}
      <ol className={`stack gap-12 plain ${records['records']}`}>
        {months.map((month, index) => (
          <MonthItem key={month.month} now={month} before={months[index + 1]} />
        ))}
      </ol>
      <OwnerForm months={months} />
      {hasSwitch && <IncludeRulesSwitch />}
      <QuietRow>
        <SaveCsvButton short about="x-reports" rows={() => monthCsvRows(months, includesRules)} />
        <SaveJsonButton
          short
          about="x-reports"
          json={() => ({
            version: 1,
            reports: months.map(withFormattedTimes),
            ...(includesRules && { rules: rulesJson(months) }),
          })}
        />
        <RemoveAllButton onClick={() => void clear()} />
      </QuietRow>
    </>
  )
}

const CHART_WIDTH = 100

type MonthChartProps = {
  months: readonly StoredMonth[]
  title: ReactNode
  count: (month: StoredMonth) => number
  words: (count: number) => string
}

function MonthChart({ months, title, count, words }: MonthChartProps) {
  if (months.length < 2) return null
  const counts = chartMonths(months, count)
  const most = Math.max(1, ...counts.map((row) => row.count ?? 0))
  return (
    <table className={`small ${styles['chart']}`}>
      <caption className="bold">{title}</caption>
      <tbody>
        {counts.map((row) => (
          <tr key={row.month}>
            <th scope="row">{reportSpanText(row.month)}</th>
            <td>{row.count === null ? reportText.months.gap : words(row.count)}</td>
            <td aria-hidden="true">
              {row.count !== null && (
                <svg viewBox={`0 0 ${CHART_WIDTH} 1`} preserveAspectRatio="none">
                  <rect width={(row.count / most) * CHART_WIDTH} height="1" />
                </svg>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Asks which account the reports belong to. A check of that account then shows the newest month beside each ban. */
function OwnerForm({ months }: { months: readonly StoredMonth[] }) {
  const owner = months.find(({ account }) => account !== null)?.account ?? ''
  const name = useSetAtom(setMonthsAccountAtom)
  const [typed, setTyped] = useState(owner)
  const [said, setSaid] = useState('')
  const id = useId()
  const keep = async (event: SubmitEvent) => {
    event.preventDefault()
    // Emptied first, so that screen readers announce the same words again.
    setSaid('')
    const isKept = await name(typed)
    setSaid(isKept ? words.owner.kept(typed.trim() !== '') : words.owner.invalid)
  }
  return (
    <div className="screen-only">
      <Disclosure summary={<Sentence>{words.owner.title(owner)}</Sentence>}>
        <form className="stack" onSubmit={(event) => void keep(event)}>
          <label htmlFor={id}>{words.owner.label}</label>
          <ReportAccountField id={id} value={typed} aria-describedby={`${id}-why`} onType={setTyped} />
          <p id={`${id}-why`} className="small">
            {words.owner.why}
          </p>
          <Button type="submit" wide>
            {words.owner.keep}
          </Button>
          <output className="small">{said}</output>
        </form>
      </Disclosure>
    </div>
  )
}
