import { useAtomValue, useSetAtom } from 'jotai'
import { useId, useState } from 'react'
import { Sentence } from '../text/Sentence.tsx'
import { reportText } from '../text/report.ts'
import { Alert } from '../ui/Alert.tsx'
import { text } from '../text/ja.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import styles from './ReportForm.module.css'
import { readFileAtom, readSampleAtom, readTextAtom } from './reportAtoms.ts'
import { reportFaultAtom } from './shownReport.ts'

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
        <p className={styles['hint']}>{reportText.drop}</p>
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
    <label className={styles['choose']} data-button>
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
        className={styles['paste']}
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
