import { useSetAtom } from 'jotai'
import { useEffect, useLayoutEffect, useState } from 'react'
import { BANS } from '../../../contract/outcomes.ts'
import type { Ban } from '../../../contract/outcomes.ts'
import { InventedNotice } from '../../check/SandboxNotice.tsx'
import { StateIcon } from '../../results/Answer.tsx'
import { lookedAt, summaryOf } from '../../results/changes.ts'
import { BAN_STATES, banLabel, stateOfFlag } from '../../results/verdicts.ts'
import { logIsOn } from '../../storage/database.ts'
import type { LoggedCheck } from '../../storage/records.ts'
import { lastCheck } from '../../storage/stores.ts'
import { Sentence } from '../../text/Sentence.tsx'
import { guideText } from '../../text/guide.ts'
import { formatMinute } from '../../text/japanese.ts'
import { logText } from '../../text/log.ts'
import { resultText, withheldSentence } from '../../text/result.ts'
import { Card, Disclosure } from '../../ui/Card.tsx'
import { Button, Link } from '../../ui/controls.tsx'
import type { Tone } from '../../ui/controls.tsx'
import { checkAgainAtom } from '../accountAtoms.ts'
import { Plan, enterTicksAtom } from '../guide/Plan.tsx'
import { showAll } from './historyEntry.ts'
import styles from './EarlierAnswer.module.css'

/** The last check of an account that the device keeps; null where there is none, or the visitor wants none to be kept. */
export async function earlierCheck(name: string): Promise<LoggedCheck | null> {
  return (await logIsOn()) ? await lastCheck(name) : null
}

/** The plans under the bans that a kept check had found, with what was ticked off; those that were begun are open. */
export function EarlierPlans({ check }: { check: LoggedCheck }) {
  const enter = useSetAtom(enterTicksAtom)
  useEffect(() => enter(check, check.ticks), [enter, check])
  const found = BANS.filter((ban) => check.bans[ban])
  if (found.length === 0) return null
  return (
    <div>
      {found.map((ban) => (
        <Disclosure
          key={ban}
          summary={<Sentence>{guideText.plan.title(resultText.ban[ban].name)}</Sentence>}
          open={check.ticks.some((tick) => tick.startsWith(ban))}
        >
          <Plan ban={ban} name={check.name} at={check.at} />
        </Disclosure>
      ))}
    </div>
  )
}

/** What a kept check says of one item, as a sign and in words. */
export function loggedState({ bans, partly }: LoggedCheck, ban: Ban): { tone: Tone; words: string } {
  const { tone, words } = BAN_STATES[stateOfFlag(bans[ban])]
  if (ban !== 'search_ban' || !partly) return { tone, words }
  return { tone: BAN_STATES.partly.tone, words: resultText.ban.partly(partly.looked, partly.found) }
}

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
      <p className="muted small">
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
        <dl className="stack">
          {BANS.map((ban) => {
            const { tone, words } = loggedState(check, ban)
            return (
              <div key={ban} className={styles['item']}>
                <StateIcon tone={tone} />
                <dt className="verdict bold">
                  {banLabel(ban)
                    .split(MEANING)
                    .map((part) => (
                      <span key={part} className="unbroken">
                        <Sentence>{part}</Sentence>
                      </span>
                    ))}
                </dt>
                <dd className="muted small dense">{words}</dd>
              </div>
            )
          })}
        </dl>
      )}
      {withheld && <p className="muted small">{withheld}</p>}
      {check.postsMissing && <p className="muted small">{resultText.verdict.postsMissing}</p>}
      {check.posts && <p className="muted small">{logText.posts(lookedAt(check.posts), check.posts)}</p>}
    </>
  )
}
