import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { FilePicker, useFileDrop } from '../ui/FilePicker.tsx'
import { lazyComponent, usePrefetch } from '../ui/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import { ResultAnswer } from '../results/Answer.tsx'
import { StoredRecordsCard } from '../results/StoredRecords.tsx'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { reportText } from '../text/report.ts'
import { X_HELP_LINKS } from '../text/result.ts'
import { Card, CardHeading, Disclosure, LineList, PageHeading } from '../ui/Card.tsx'
import { FoldedForm } from '../ui/FoldedForm.tsx'
import { Alert } from '../ui/Notice.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { Button, ExternalLink } from '../ui/controls.tsx'
import { labelText } from '../results/labels/labels.ts'
import { commonLanguage, detectLanguage } from './language.ts'
import type { XReport } from './xReport.ts'
import {
  isFormFoldedAtom,
  unfoldFormAtom,
  storedMonthsAtoms,
  readReportFileAtom,
  readSampleReportAtom,
  readPastedReportAtom,
  reportFailureAtom,
  shownReportsAtom,
} from './reportAtoms.ts'
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
      <h3>{title}</h3>
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
  return (
    <>
      <p className="line between">
        <b>{title}</b> <span className="unbroken">{said.amount}</span>
      </p>
      {sentences.length > 0 && <LineList lines={sentences} />}
      {isKnown ? (
        <Disclosure summary={heading}>
          <XWords {...said} />
        </Disclosure>
      ) : (
        <>
          <p>{reportText.unknown(heading)}</p>
          <XWords {...said} />
        </>
      )}
    </>
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
    <Card data-answer>
      <Paragraph className="demo-notice">{isSample && reportText.isSample}</Paragraph>
      <ResultAnswer tone={isClear ? 'ok' : 'excluded'} sentence={first} arrival={arrival}>
        <Paragraph>{second}</Paragraph>
      </ResultAnswer>
      <LabelList title={reportText.onAccount} labels={labels.filter(({ place }) => place === 'account')} />
      <LabelList title={reportText.onPosts} labels={labels.filter(({ place }) => place === 'post')} />
      {isClear ? (
        <p>{reportText.clean}</p>
      ) : (
        <>
          <h3>{reportText.next}</h3>
          <p>{reportText.nextBody}</p>
          <p>
            <ExternalLink href={X_HELP_LINKS.reach.url}>{X_HELP_LINKS.reach.name}</ExternalLink>
          </p>
        </>
      )}
      <p className="muted small">{reportText.scope}</p>
      <ReportShare report={report} isSample={isSample} />
    </Card>
  )
}

/** Relates the labels of each shown report to the four bans. */
function ReportRules() {
  const shown = useAtomValue(shownReportsAtom)
  return shown?.reports.map((report) => (
    <BanRules key={JSON.stringify(report)} report={report} isOnly={shown.reports.length === 1} />
  ))
}

const { steps } = reportText

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="stack">
      <CardHeading className={styles['step']}>{title}</CardHeading>
      {children}
    </li>
  )
}

function ReportForm() {
  const shown = useAtomValue(shownReportsAtom)
  const isFolded = useAtomValue(isFormFoldedAtom)
  const unfold = useSetAtom(unfoldFormAtom)
  const readFile = useSetAtom(readReportFileAtom)
  const readSample = useSetAtom(readSampleReportAtom)
  const failure = useAtomValue(reportFailureAtom)
  const id = useId()
  useFileDrop(readFile)
  return (
    <Card className="screen-only">
      {shown && isFolded && (
        <FoldedForm formId={id} openLabel={reportText.another(shown.isSample)} onOpen={unfold}>
          {reportText.readCount(shown)}
        </FoldedForm>
      )}
      {failure && (
        <Alert key={failure.at} title={text.alert.title} arrival={failure.at}>
          <Paragraph>{reportText.failure[failure.kind]}</Paragraph>
        </Alert>
      )}
      {/* The folded form is only hidden, so that it keeps what was pasted. */}
      <ol id={id} hidden={isFolded} className={`stack gap-16 plain ${styles['steps']}`}>
        <Step title={steps.get}>
          <p>{reportText.who}</p>
          <p>
            <ExternalLink href={reportText.url}>{reportText.get}</ExternalLink>
          </p>
        </Step>
        <Step title={steps.open}>
          <FilePicker
            accept="application/json,text/html,text/plain,.json,.html,.htm,.txt"
            className={styles['choose']}
            onFiles={readFile}
          >
            <span>{reportText.choose}</span>
          </FilePicker>
          <p className={`muted small ${styles['hint']}`}>{reportText.drop}</p>
          <PasteField />
          <p>
            <button
              type="button"
              className={`link-button ${styles['sample']}`}
              onClick={() => void readSample()}
            >
              <Sentence>{reportText.sample}</Sentence>
            </button>
          </p>
        </Step>
        <Step title={steps.read}>
          <p>{reportText.shown}</p>
          <p className="muted small">{reportText.scope}</p>
        </Step>
      </ol>
    </Card>
  )
}

/** A pasted text from this length on, in characters, is read at once: showing it in the field would block the page for seconds. */
const LONG_PASTE = 100_000

function PasteField() {
  const read = useSetAtom(readPastedReportAtom)
  const [words, setWords] = useState('')
  const id = useId()
  return (
    <Disclosure summary={reportText.paste}>
      <label htmlFor={id}>{reportText.pasteLabel}</label>
      <textarea
        id={id}
        className={`text-input unmuted ${styles['paste']}`}
        rows={5}
        spellCheck={false}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (pasted.length < LONG_PASTE) return
          event.preventDefault()
          void read(pasted)
        }}
      />
      <Button wide disabled={words.trim() === ''} onClick={() => void read(words)}>
        {reportText.read}
      </Button>
    </Disclosure>
  )
}

const { months } = reportText

function MonthsCard() {
  const all = useAtomValue(storedMonthsAtoms.allAtom)
  const lead = (
    <>
      <h2>{months.title}</h2>
      <p>{months.lead}</p>
      <p>{months.nameless}</p>
    </>
  )
  return (
    <StoredRecordsCard atoms={storedMonthsAtoms} label={months.title} switchLabel={months.keep} before={lead}>
      {all && all.months.length + all.unreadable > 0 && <StoredMonths months={all.months} />}
    </StoredRecordsCard>
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
          </>
        }
        right={
          <>
            <ReportRules />
            <MonthsCard />
          </>
        }
      />
    </>
  )
}
