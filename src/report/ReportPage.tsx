import { useAtomValue } from 'jotai'
import { lazyComponent, usePrefetch } from '../ui/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import { ResultAnswer } from '../results/Answer.tsx'
import { StoredRecordsCard, StoredRecordsUndo } from '../results/StoredRecords.tsx'
import { Paragraph } from '../text/Sentence.tsx'
import { reportText } from '../text/report.ts'
import { X_HELP_LINKS } from '../text/result.ts'
import { Card, Disclosure, PageHeading } from '../ui/Card.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { ExternalLink } from '../ui/controls.tsx'
import { labelText } from '../results/labels/labels.ts'
import { commonLanguage, detectLanguage } from './language.ts'
import type { XReport } from './xReport.ts'
import { ReportForm } from './ReportForm.tsx'
import { isFormFoldedAtom, storedMonthsAtoms, shownReportsAtom } from './reportAtoms.ts'
import { labelsWithAmounts, reportSummary } from './summary.ts'
import styles from './ReportPage.module.css'

/** X's rules and the parts that show them are fetched while the page is idle, because a report may be read offline. */
const rulesModule = lazyModule(() => import('./bans/BanRules'))
const BanRules = lazyComponent(rulesModule, (module) => module.BanRules)
const shareModule = lazyModule(() => import('./bans/ReportShare.tsx'))
const ReportShare = lazyComponent(shareModule, (module) => module.ReportShare)
const PREFETCHED = [rulesModule, shareModule]
const storedMonthsModule = lazyModule(() => import('./months/StoredMonths.tsx'))
const StoredMonths = lazyComponent(storedMonthsModule, (module) => module.StoredMonths)

type ShownLabel = ReturnType<typeof labelsWithAmounts>[number]

function LabelList({ title, labels }: { title: string; labels: readonly ShownLabel[] }) {
  if (labels.length === 0) return null
  return (
    <>
      <h3 className="muted small">{title}</h3>
      <ul className={`stack gap-12 plain ${styles['list']}`}>
        {labels.map((label, row) => (
          // Rows never move, and two of them may be equal.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={row}>
            <LabelItem said={label} />
          </li>
        ))}
      </ul>
    </>
  )
}

function LabelItem({ said }: { said: ShownLabel }) {
  const { title, isKnown, sentences } = labelText(said.place, said.label)
  const heading = reportText.words[commonLanguage([said.about, said.effect]) || 'other']
  const name = (
    <span className="line">
      <b>{title}</b> <span className={styles['below']}>{said.amount}</span>
      {[...sentences, ...(isKnown ? [] : [reportText.unknown])].map((sentence) => (
        <span key={sentence} className={`muted small dense ${styles['below']}`}>
          {sentence.replace(/。$/, '')}
        </span>
      ))}
    </span>
  )
  return (
    <Disclosure summary={name}>
      <p>{heading}</p>
      <XWords {...said} />
    </Disclosure>
  )
}

function XWords({ label, about, effect }: ShownLabel) {
  return (
    <div className="muted small">
      <p lang="en">{label}</p>
      {about && <p lang={detectLanguage(about)}>{about}</p>}
      {effect && <p lang={detectLanguage(effect)}>{effect}</p>}
    </div>
  )
}

export function ReportAnswers() {
  const shown = useAtomValue(shownReportsAtom)
  if (!shown) return null
  const { reports, at, isSample } = shown
  return (
    <>
      {reports.length > 1 && <p>{reportText.several(reports.length)}</p>}
      {new Set(reports.map(({ month }) => month)).size < reports.length && <p>{reportText.sameSpan}</p>}
      {reports.map((report, index) => (
        <ReportAnswer
          // No two reports are equal.
          key={JSON.stringify(report)}
          report={report}
          isSample={isSample}
          arrival={index === 0 ? at : undefined}
        />
      ))}
    </>
  )
}

type ReportAnswerProps = { report: XReport; isSample: boolean; arrival: number | undefined }

function ReportAnswer({ report, isSample, arrival }: ReportAnswerProps) {
  const { first, second, isClear } = reportSummary(report)
  const labels = labelsWithAmounts(report)
  return (
    <Card data-answer className={styles['answer']}>
      <Paragraph className="demo-notice">{isSample && reportText.isSample}</Paragraph>
      <ResultAnswer tone={isClear ? 'ok' : 'excluded'} sentence={first} arrival={arrival}>
        <Paragraph>{second}</Paragraph>
      </ResultAnswer>
      <LabelList title={reportText.onAccount} labels={labels.filter(({ place }) => place === 'account')} />
      <LabelList title={reportText.onPosts} labels={labels.filter(({ place }) => place === 'post')} />
      {report.unlabelled > 0 && <p className="muted small">{reportText.unlisted}</p>}
      {isClear ? (
        <p>{reportText.clean}</p>
      ) : (
        <>
          <h3 className={styles['next']}>{reportText.next}</h3>
          <p>{reportText.nextBody}</p>
          <p>
            <ExternalLink href={X_HELP_LINKS.reach.url}>{X_HELP_LINKS.reach.name}</ExternalLink>
          </p>
        </>
      )}
      <p className="muted small">{reportText.scope}</p>
      {!isSample && <ReportShare report={report} />}
    </Card>
  )
}

/** Relates the labels of each shown report to the bans. */
function ReportRules() {
  const shown = useAtomValue(shownReportsAtom)
  return shown?.reports.map((report) => (
    <BanRules key={JSON.stringify(report)} report={report} isOnly={shown.reports.length === 1} />
  ))
}

const { months } = reportText

/** The months that the device stores. Nothing is said of them before there is a report to store. */
function MonthsCard() {
  const all = useAtomValue(storedMonthsAtoms.allAtom)
  const { isOn, done } = useAtomValue(storedMonthsAtoms.cardAtom)
  const isRead = useAtomValue(shownReportsAtom)?.isSample === false
  const hasMonths = all !== null && all.months.length + all.unreadable > 0
  const lead = (
    <>
      <h2>{months.title}</h2>
      <p>{months.lead}</p>
    </>
  )
  return (
    <div hidden={!(isRead || hasMonths || isOn || done)}>
      <StoredRecordsCard
        atoms={storedMonthsAtoms}
        label={months.title}
        switchLabel={months.keep}
        before={lead}
      >
        {hasMonths && <StoredMonths months={all.months} />}
        <StoredRecordsUndo atoms={storedMonthsAtoms} label={months.title} />
      </StoredRecordsCard>
    </div>
  )
}

export function ReportPage() {
  const isFolded = useAtomValue(isFormFoldedAtom)
  usePrefetch(PREFETCHED)
  return (
    <>
      {/* The heading is hidden visually only, because screen readers navigate by headings. */}
      <div className={isFolded ? 'visually-hidden' : undefined}>
        <PageHeading>{reportText.h1}</PageHeading>
        <Paragraph className="muted">{reportText.lead}</Paragraph>
      </div>
      <TwoColumns
        sticky={isFolded}
        left={
          <>
            <ReportForm />
            <ReportAnswers />
            <MonthsCard />
          </>
        }
        right={<ReportRules />}
      />
    </>
  )
}
