import { useAtomValue } from 'jotai'
import { logText } from '../../text/log.ts'
import { PageHeading } from '../../ui/PageHeading.tsx'
import { BatchesCard } from './BatchesCard.tsx'
import { KeptCard } from '../parts/KeptCard.tsx'
import { accountsOf } from '../timeline/accountsOf.ts'
import { LogAccountCard } from './LogAccountCard.tsx'
import { logAtoms } from './logAtoms.ts'
import { LogExport } from './LogExport.tsx'
import styles from './LogPage.module.css'
import { PostFindingsCard } from './PostFindingsCard.tsx'

/** /log: the checks that this device keeps, by account, with what changed from one to the next, and those of posts. */
export function LogPage() {
  const log = useAtomValue(logAtoms.allAtom)
  return (
    <>
      <div>
        <PageHeading>{logText.h1}</PageHeading>
        <p className={styles['lead']}>{logText.lead}</p>
      </div>
      <KeptCard atoms={logAtoms} label={logText.h1} keep={logText.keep}>
        {log && <LogExport log={log} />}
      </KeptCard>
      {log && (
        <div className={styles['accounts']}>
          {accountsOf(log.checks, log.findings).map((account) => (
            <LogAccountCard key={account.account} {...account} />
          ))}
          <BatchesCard batches={log.batches} />
          <PostFindingsCard findings={log.postFindings} />
        </div>
      )}
    </>
  )
}
