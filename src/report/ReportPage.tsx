import { Mixed } from '../text/Mixed.tsx'
import { reportText } from '../text/report.ts'
import { Card } from '../ui/Card.tsx'
import { OutLink } from '../ui/OutLink.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { MonthsCard } from './months/MonthsCard.tsx'
import { ReportAnswer } from './ReportAnswer.tsx'
import { ReportForm } from './ReportForm.tsx'
import styles from './ReportPage.module.css'

/** /report: X's own report, read on the device. */
export function ReportPage() {
  return (
    <>
      <div>
        <PageHeading>{reportText.h1}</PageHeading>
        <p className={styles['lead']}>
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
              <p className={styles['lead']}>{reportText.scope}</p>
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
