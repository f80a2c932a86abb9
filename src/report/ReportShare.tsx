import { useId, useState } from 'react'
import { handedOnUrl } from '../config.ts'
import { PictureButton } from '../files/PictureButton.tsx'
import { ShareButton } from '../results/ShareButton.tsx'
import { reportText } from '../text/report.ts'
import { Field } from '../ui/Field.tsx'
import type { XReport } from './XReport.ts'
import { reportSummary } from './reportSummary.ts'

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
