import { useSetAtom } from 'jotai'
import { guideText } from '../../text/guide.ts'
import { logText } from '../../text/log.ts'
import { resultText } from '../../text/result.ts'
import { Button, buttonLinkClass } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Mixed } from '../../text/Mixed.tsx'
import { Sentence } from '../../text/Sentence.tsx'
import { formatMinute } from '../../text/formatTime.ts'
import { withheldSentence } from '../../text/withheldSentence.ts'
import { Link } from '../../ui/Link.tsx'
import { banLabel } from '../../results/banStates.ts'
import { StateIcon } from '../../results/StateIcon.tsx'
import styles from '../parts/records.module.css'
import type { Finding } from '../store/Finding.ts'
import type { LoggedAccount, TimelineEntry } from '../timeline/accountsOf.ts'
import { changeSentence } from '../timeline/changeSentence.ts'
import { lookedAt } from '../timeline/lookedAt.ts'
import { summaryOf } from '../timeline/summaryOf.ts'
import { logAtoms } from './logAtoms.ts'

/** One account: what the visitor saw, and its checks, newest first. */
export function LogAccountCard({ name, entries, findings }: LoggedAccount) {
  return (
    <Card aria-label={`@${name}`}>
      <h2>@{name}</h2>
      {findings.map((finding) => (
        <FindingLine key={finding.ban} finding={finding} />
      ))}
      <ol className={styles['records']}>
        {entries.map((entry) => (
          <CheckLine key={entry.check.at} {...entry} />
        ))}
      </ol>
      <Link to={{ pathname: '/', search: `?screen_name=${name}` }} className={buttonLinkClass}>
        {logText.check}
      </Link>
    </Card>
  )
}

function CheckLine({ check, before }: TimelineEntry) {
  const remove = useSetAtom(logAtoms.removeAtom)
  const { tone, sentence, found } = summaryOf(check)
  const withheld = withheldSentence(check.withheld)
  const id = `check-${check.account}-${check.at}`
  return (
    <li className={styles['record']}>
      <StateIcon tone={tone} />
      <div>
        <p id={id} className={styles['small']}>
          <Sentence>{formatMinute(check.at)}</Sentence>
          {check.sandbox && <span className="unbroken">（{logText.sandbox}）</span>}
        </p>
        <p className="verdict">
          <Sentence>{sentence}</Sentence>
        </p>
        {found && (
          <p className={styles['small']}>
            <Sentence>{found}</Sentence>
          </p>
        )}
        {check.partly && (
          <p className={styles['small']}>
            <Mixed>{logText.partly(check.partly.looked, check.partly.found)}</Mixed>
          </p>
        )}
        {withheld && <p className={styles['small']}>{withheld}</p>}
        {check.posts && (
          <p className={styles['small']}>{logText.posts(lookedAt(check.posts), check.posts)}</p>
        )}
        {check.postsMissing && <p className={styles['small']}>{resultText.verdict.postsMissing}</p>}
        {before && (
          <p className={styles['small']}>
            <Sentence>{changeSentence(before, check)}</Sentence>
          </p>
        )}
        <Button
          aria-describedby={id}
          onClick={() => void remove({ table: 'checks', key: [check.account, check.at], row: check })}
        >
          {logText.remove}
        </Button>
      </div>
    </li>
  )
}

function FindingLine({ finding }: { finding: Finding }) {
  const remove = useSetAtom(logAtoms.removeAtom)
  const { account, ban, answer, at } = finding
  const id = `finding-${account}-${ban}`
  return (
    <div className={styles['finding']}>
      <p id={id}>
        <Sentence>
          {logText.finding(
            banLabel(ban),
            guideText.see.own(guideText.see.answers(ban)[answer], formatMinute(at)),
          )}
        </Sentence>
      </p>
      <Button
        aria-describedby={id}
        onClick={() => void remove({ table: 'findings', key: [account, ban], row: finding })}
      >
        {logText.remove}
      </Button>
    </div>
  )
}
