import { useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect, useState } from 'react'
import { BANS } from '../../../contract/bans.ts'
import { InventedNotice } from '../../check/SandboxNotice.tsx'
import type { LoggedCheck } from '../../log/store/LoggedCheck.ts'
import { lookedAt } from '../../log/timeline/lookedAt.ts'
import { summaryOf } from '../../log/timeline/summaryOf.ts'
import { banLabel } from '../../results/banStates.ts'
import { StateIcon } from '../../results/StateIcon.tsx'
import { formatMinute } from '../../text/formatTime.ts'
import { logText } from '../../text/log.ts'
import { resultText } from '../../text/result.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { withheldSentence } from '../../text/withheldSentence.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Link } from '../../ui/Link.tsx'
import { checkAgainAtom } from '../accountAtoms.ts'
import styles from './EarlierAnswer.module.css'
import { showAll } from './showAll.ts'
import { earlierCheck } from './earlierCheck.ts'
import { EarlierPlans } from './EarlierPlans.tsx'
import { loggedState } from './loggedState.ts'

/** The last answer that the device keeps of an account, with its date: never shown as a fresh one. */
export function EarlierAnswer({ name }: { name: string }) {
  const [check, setCheck] = useState<LoggedCheck | null | undefined>(undefined)
  const again = useSetAtom(checkAgainAtom)
  useEffect(() => {
    let wanted = true
    void earlierCheck(name).then((kept) => wanted && setCheck(kept))
    return () => void (wanted = false)
  }, [name])
  useLayoutEffect(() => {
    if (check !== undefined) showAll()
  }, [check])
  if (!check) return null
  const { tone, sentence } = summaryOf(check)
  return (
    <Card aria-label={logText.earlier.label}>
      {check.sandbox && <InventedNotice />}
      <p className={styles['date']}>
        <Sentence>{logText.earlier.date(formatMinute(check.at))}</Sentence>
      </p>
      <div className={styles['line']}>
        <StateIcon tone={tone} />
        <h2>
          <span className="unbroken">@{check.name}</span> <Sentence>{sentence}</Sentence>
        </h2>
      </div>
      <Items check={check} />
      <EarlierPlans check={check} />
      <Button wide onClick={() => void again(check.name)}>
        {logText.check}
      </Button>
      <Link to="/log" className="touchable">
        {logText.h1}
      </Link>
    </Card>
  )
}

/** Where what an item means begins, in brackets behind its name: on a line of its own where both do not fit. */
const MEANING = /(?=（)/

/** The four items and the posts, as far as they are kept. */
function Items({ check }: { check: LoggedCheck }) {
  const withheld = withheldSentence(check.withheld)
  const isJudged = check.state === 'open' || check.state === 'no_tweet'
  return (
    <>
      {isJudged && (
        <dl className={styles['items']}>
          {BANS.map((ban) => {
            const { tone, words } = loggedState(check, ban)
            return (
              <div key={ban} className={styles['item']}>
                <StateIcon tone={tone} />
                <dt className="verdict">
                  {banLabel(ban)
                    .split(MEANING)
                    .map((part) => (
                      <span key={part} className="unbroken">
                        <Sentence>{part}</Sentence>
                      </span>
                    ))}
                </dt>
                <dd>{words}</dd>
              </div>
            )
          })}
        </dl>
      )}
      {withheld && <p className={styles['date']}>{withheld}</p>}
      {check.postsMissing && <p className={styles['date']}>{resultText.verdict.postsMissing}</p>}
      {check.posts && <p className={styles['date']}>{logText.posts(lookedAt(check.posts), check.posts)}</p>}
    </>
  )
}
