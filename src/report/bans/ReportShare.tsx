import { useAtom } from 'jotai'
import { useId, useState } from 'react'
import type { ComponentProps } from 'react'
import { shareUrl } from '../../config.ts'
import { PictureButton } from '../../ui/PictureButton.tsx'
import { ShareButton } from '../../results/ShareRow.tsx'
import { reportText } from '../../text/report.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { ruleText } from '../../text/rules.ts'
import { Disclosure } from '../../ui/Card.tsx'
import { Checkbox, FieldWrapper } from '../../ui/controls.tsx'
import type { XReport } from '../xReport.ts'
import { includesRulesAtom } from '../reportAtoms.ts'
import { reportSummary } from '../summary.ts'
import { rulePictureBans } from './banExport.ts'

export function IncludeRulesSwitch() {
  const [includesRules, setIncludesRules] = useAtom(includesRulesAtom)
  return (
    <label className="checkbox dense screen-only">
      <Checkbox checked={includesRules} onChange={setIncludesRules} />
      <Sentence>{ruleText.carry}</Sentence>
    </label>
  )
}

type NameFieldProps = ComponentProps<'input'> & { onType: (typed: string) => void }

export function ReportAccountField({ onType, ...props }: NameFieldProps) {
  return (
    <FieldWrapper>
      <span aria-hidden="true">@</span>
      <input
        {...props}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onType(event.target.value)}
      />
    </FieldWrapper>
  )
}

export function ReportShare({ report }: { report: XReport }) {
  const [typed, setTyped] = useState('')
  const [includesRules] = useAtom(includesRulesAtom)
  const id = useId()
  const { first, second, isClear } = reportSummary(report)
  const name = typed.trim().replace(/^[@＠]/, '')
  const head = name === '' ? '' : reportText.share.named(name)
  const words = reportText.share.text(head, [first, second], shareUrl('report'))
  return (
    <div className="stack gap-12 screen-only">
      <ShareButton about={reportText.share.about} words={words}>
        <PictureButton
          about="x-report"
          words={words}
          picture={() => ({
            title: reportText.h1,
            about: '',
            name: name ? `@${name}` : '',
            tone: isClear ? 'ok' : 'excluded',
            headline: first,
            lines: includesRules ? [second, ruleText.caution] : [second],
            bans: includesRules ? rulePictureBans(report) : [],
            warning: '',
            url: shareUrl('report'),
          })}
        />
      </ShareButton>
      <Disclosure summary={reportText.share.options}>
        <label htmlFor={id}>{reportText.share.name}</label>
        <ReportAccountField id={id} value={typed} maxLength={16} onType={setTyped} />
        <IncludeRulesSwitch />
      </Disclosure>
    </div>
  )
}
