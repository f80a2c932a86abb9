import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { FilePicker, useFileDrop } from '../ui/FilePicker.tsx'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { reportSpanText } from '../results/labels/labels.ts'
import { reportText } from '../text/report.ts'
import { Card, CardHeading, Disclosure } from '../ui/Card.tsx'
import { FoldedForm } from '../ui/FoldedForm.tsx'
import { Alert } from '../ui/Notice.tsx'
import { Button, ExternalLink } from '../ui/controls.tsx'
import {
  isFormFoldedAtom,
  unfoldFormAtom,
  readReportFileAtom,
  readSampleReportAtom,
  readPastedReportAtom,
  reportFailureAtom,
  shownReportsAtom,
} from './reportAtoms.ts'
import styles from './ReportPage.module.css'

const { steps } = reportText

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <li className="stack">
      <CardHeading className={styles['step']}>{title}</CardHeading>
      {children}
    </li>
  )
}

/** The form in which a visitor gives the page a report. It is folded into one line while reports are shown. */
export function ReportForm() {
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
          {reportText.readCount(shown, reportSpanText(shown.reports[0]?.month ?? ''))}
        </FoldedForm>
      )}
      {failure && (
        <Alert key={failure.at} title={text.alert.title} arrival={failure.at}>
          <div id={`${id}-failure`}>
            <Paragraph>{reportText.failure[failure.kind]}</Paragraph>
          </div>
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
          <PasteField failureId={failure ? `${id}-failure` : undefined} />
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
      </ol>
    </Card>
  )
}

/** A pasted text from this length on, in characters, is read at once: showing it in the field would block the page for seconds. */
const LONG_PASTE = 100_000

/** `failureId` names the message about the last text or file, if it was refused. */
function PasteField({ failureId }: { failureId: string | undefined }) {
  const read = useSetAtom(readPastedReportAtom)
  const [words, setWords] = useState('')
  const [wordsRead, setWordsRead] = useState<string | null>(null)
  const isRefused = failureId !== undefined && words === wordsRead
  const id = useId()
  return (
    <Disclosure summary={reportText.paste}>
      <label htmlFor={id}>{reportText.pasteLabel}</label>
      <textarea
        id={id}
        className={`text-input unmuted ${styles['paste']}`}
        rows={5}
        spellCheck={false}
        aria-invalid={isRefused}
        aria-describedby={isRefused ? failureId : undefined}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain')
          if (pasted.length < LONG_PASTE) return
          event.preventDefault()
          void read(pasted)
        }}
      />
      <Button
        wide
        disabled={words.trim() === ''}
        onClick={() => {
          setWordsRead(words)
          void read(words)
        }}
      >
        {reportText.read}
      </Button>
    </Disclosure>
  )
}
