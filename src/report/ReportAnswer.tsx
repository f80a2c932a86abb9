import { useAtomValue } from 'jotai'
import { Answer } from '../results/Answer.tsx'
import { reportText } from '../text/report.ts'
import { Sentence } from '../text/Sentence.tsx'
import { Card } from '../ui/Card.tsx'
import { OutLink } from '../ui/OutLink.tsx'
import { LabelList } from './LabelList.tsx'
import { reportSummary } from './reportSummary.ts'
import { ReportShare } from './ReportShare.tsx'
import { shownReportAtom } from './shownReport.ts'

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
