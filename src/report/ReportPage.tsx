import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { handedOnUrl } from '../config.ts'
import { PictureButton } from '../lib/PictureButton.tsx'
import { Answer } from '../results/Answer.tsx'
import { ShareButton } from '../results/ShareRow.tsx'
import { Mixed, Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { reportText } from '../text/report.ts'
import { Card, Disclosure, PageHeading } from '../ui/Card.tsx'
import { Alert } from '../ui/Notice.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { Button, Field, OutLink } from '../ui/controls.tsx'
import { labelWords } from './labels.ts'
import type { LabelPlace } from './labels.ts'
import { MonthsCard } from './months/MonthsCard.tsx'
import type { XReport } from './readReport.ts'
import { readFileAtom, readSampleAtom, readTextAtom } from './reportAtoms.ts'
import { reportFaultAtom, reportSummary, shownReportAtom } from './summary.ts'
import styles from './ReportPage.module.css'

type ShownLabel = { label: string; about: string; effect: string; isDmca: boolean; amount: string }

/** Each label: its name, its count, its effects, and X's own words, folded; those of an unknown label are shown. */
export function LabelList({ place, labels }: { place: LabelPlace; labels: readonly ShownLabel[] }) {
  if (labels.length === 0) return null
  return (
    <ul className={`stack gap-12 plain ${styles['list']}`}>
      {labels.map((label, row) => (
        // Rows never move, and two may be alike.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={row}>
          <LabelItem place={place} {...label} />
        </li>
      ))}
    </ul>
  )
}

function LabelItem({ place, label, about, effect, isDmca, amount }: ShownLabel & { place: LabelPlace }) {
  const { title, isKnown, says } = labelWords(place, label, isDmca)
  const said = { label, about, effect }
  return (
    <>
      <p className="line between">
        <b>{title}</b> <span className="unbroken">{amount}</span>
      </p>
      {says.length > 0 && (
        <ul>
          {says.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {isKnown ? (
        <Disclosure summary={reportText.words}>
          <XWords {...said} />
        </Disclosure>
      ) : (
        <>
          <p>{reportText.unknown}</p>
          <XWords {...said} />
        </>
      )}
    </>
  )
}

function XWords({ label, about, effect }: Pick<ShownLabel, 'label' | 'about' | 'effect'>) {
  return (
    <div lang="en" className="muted small">
      <p>{label}</p>
      {about && <p>{about}</p>}
      {effect && <p>{effect}</p>}
    </div>
  )
}

/** Shares the result: without a name, unless the visitor adds it. The sample is marked as such. */
export function ReportShare({ report, isSample }: { report: XReport; isSample: boolean }) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const { account, posts, isClear } = reportSummary(report, report.period.startDate)
  const name = typed.trim().replace(/^[@＠]/, '')
  const head = name === '' ? '' : reportText.share.named(name)
  const lines = isSample ? [reportText.isSample, posts] : [posts]
  const words = reportText.share.text(head, [account, ...lines], handedOnUrl('report'))
  return (
    <>
      <label htmlFor={id}>{reportText.share.name}</label>
      <Field>
        <span aria-hidden="true">@</span>
        <input
          id={id}
          value={typed}
          maxLength={16}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <ShareButton label={reportText.share.action} words={words}>
        <PictureButton
          about="x-report"
          picture={() => ({
            title: reportText.h1,
            about: '',
            name: name ? `@${name}` : '',
            tone: isClear ? 'ok' : 'excluded',
            headline: account,
            lines: [posts],
            items: [],
            warning: isSample ? reportText.isSample : '',
            url: handedOnUrl('report'),
          })}
        />
      </ShareButton>
    </>
  )
}

/** What the report says: about the account, the posts, each label, and what it does not cover. */
export function ReportAnswer() {
  const shown = useAtomValue(shownReportAtom)
  if (!shown) return null
  const { report, at, isSample } = shown
  const { account, posts, isClear } = reportSummary(report, report.period.startDate)
  return (
    <Card>
      {isSample && (
        <p className="invented">
          <Sentence>{reportText.isSample}</Sentence>
        </p>
      )}
      <Answer tone={isClear ? 'ok' : 'excluded'} sentence={account} arrival={at}>
        <p>
          <Sentence>{posts}</Sentence>
        </p>
      </Answer>
      {report.accountLabels.length > 0 && <h3>{reportText.onAccount}</h3>}
      <LabelList
        place="account"
        labels={report.accountLabels.map(({ days, daysInPeriod, share, ...label }) => ({
          ...label,
          amount: reportText.days(days, daysInPeriod, share),
        }))}
      />
      {report.postLabels.length > 0 && <h3>{reportText.onPosts}</h3>}
      <LabelList
        place="post"
        labels={report.postLabels.map(({ posts, share, ...label }) => ({
          ...label,
          amount: reportText.count(posts, share),
        }))}
      />
      {isClear ? (
        <p>{reportText.clean}</p>
      ) : (
        <>
          <h3>{reportText.next}</h3>
          <p>{reportText.nextBody}</p>
          <p>
            <OutLink href={reportText.helpUrl}>{reportText.help}</OutLink>
          </p>
        </>
      )}
      <p>{reportText.scope}</p>
      <ReportShare report={report} isSample={isSample} />
    </Card>
  )
}

/** The inputs for a report: a file chosen or dropped, its text, or the sample. */
export function ReportForm() {
  const readFile = useSetAtom(readFileAtom)
  const readSample = useSetAtom(readSampleAtom)
  const fault = useAtomValue(reportFaultAtom)
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        const [file] = event.dataTransfer.files
        if (file) void readFile(file)
      }}
    >
      <Card>
        <FileField />
        <p className={`muted small ${styles['hint']}`}>{reportText.drop}</p>
        <PasteField />
        <Button wide onClick={readSample}>
          {reportText.sample}
        </Button>
        {fault && (
          <Alert title={text.alert.title}>
            <p>
              <Sentence>{reportText.fault[fault]}</Sentence>
            </p>
          </Alert>
        )}
      </Card>
    </div>
  )
}

function FileField() {
  const readFile = useSetAtom(readFileAtom)
  return (
    <label className={`file-picker ${styles['choose']}`} data-button>
      <span>{reportText.choose}</span>
      <input
        type="file"
        accept="application/json,text/html,text/plain,.json,.html,.htm,.txt"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) void readFile(file)
          // Emptied, so that the same file can be chosen again.
          target.value = ''
        }}
      />
    </label>
  )
}

/** Characters from which a pasted text is read at once: a field that holds more stops the page for seconds. A report has a few thousand. */
const LONG_PASTE = 100_000

function PasteField() {
  const read = useSetAtom(readTextAtom)
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

/** /report: X's own report, read on the device. */
export function ReportPage() {
  return (
    <>
      <div>
        <PageHeading>{reportText.h1}</PageHeading>
        <p className="muted">
          <Mixed>{reportText.lead}</Mixed>
        </p>
      </div>
      <TwoColumns
        left={
          <>
            <ReportForm />
            <Card>
              <p>{reportText.who}</p>
              <p>
                <OutLink href={reportText.url}>{reportText.get}</OutLink>
              </p>
              <p className="muted">{reportText.scope}</p>
            </Card>
          </>
        }
        right={
          <>
            <ReportAnswer />
            <MonthsCard />
          </>
        }
      />
    </>
  )
}
