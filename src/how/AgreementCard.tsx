import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { capabilitiesAtom } from '../check/capabilitiesAtom.ts'
import { agreementText } from '../text/agreed.ts'
import { offerNames } from '../text/offerNames.ts'
import { Sentence } from '../text/Sentence.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { askAgreementAtom, agreementAtom } from './agreementAtoms.ts'
import { enough } from './enough.ts'
import styles from './HowPage.module.css'

/** How often visitors saw what the verdicts said, item by item; nothing where the server does not count it. */
export function AgreementCard() {
  const collects = useAtomValue(capabilitiesAtom)?.agreement === true
  const report = useAtomValue(agreementAtom)
  const ask = useSetAtom(askAgreementAtom)
  useEffect(() => {
    if (collects) void ask()
  }, [collects, ask])
  if (!collects || report === null) return null
  if (report === 'failed') {
    return (
      <Card>
        <h2>{agreementText.title}</h2>
        <p>{agreementText.failed}</p>
        <div>
          <Button onClick={() => void ask()}>{agreementText.again}</Button>
        </div>
      </Card>
    )
  }
  const items = enough(report.items)
  return (
    <Card>
      <h2>{agreementText.title}</h2>
      <p>
        <Sentence>{agreementText.lead(report)}</Sentence>
      </p>
      {items.length === 0 && <p>{agreementText.none}</p>}
      <dl className={styles['list']}>
        {items.map(({ item, verdicts, ...all }) => (
          <div key={item}>
            <dt>{offerNames[item]}</dt>
            <dd>{agreementText.tally(all)}</dd>
            {verdicts.map(({ verdict, ...tally }) => (
              <dd key={verdict}>{agreementText.verdict(item, verdict, tally)}</dd>
            ))}
          </div>
        ))}
      </dl>
      <p className={styles['note']}>{agreementText.caution}</p>
    </Card>
  )
}
