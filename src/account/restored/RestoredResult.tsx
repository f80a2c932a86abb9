import { useAtomValue, useSetAtom } from 'jotai'
import { useNavigationType } from 'react-router-dom'
import { useEffect, useLayoutEffect, useState } from 'react'
import { BANS } from '../../../contract/outcomes.ts'
import {
  loadBanObservationsAtom,
  observationSentence,
  getObservationAtom,
} from '../../observations/observations.ts'
import { ResultAnswer, StateIcon } from '../../results/Answer.tsx'
import { accountVerdict, foundBans, couldBansBeJudged, storedBanState } from '../../results/accountVerdict.ts'
import { changeBetween } from '../../results/changes.ts'
import type { ChangeBetweenChecks } from '../../results/changes.ts'
import { doubtIn, factSentences } from '../../results/checkFacts.ts'
import { foundSinceSentence } from '../../results/foundSince.ts'
import { unjudgedLine } from '../../results/itemEvidence.ts'
import { checkStorageSwitch } from '../../storage/database.ts'
import { optionsOfStoredCheck } from '../../storage/records.ts'
import type { StoredCheck } from '../../storage/records.ts'
import { readChecks } from '../../storage/stores.ts'
import { Paragraph, Sentence } from '../../text/Sentence.tsx'
import { guideText } from '../../text/guide.ts'
import { text } from '../../text/ja.ts'
import { formatShortTime } from '../../text/japanese.ts'
import { logText } from '../../text/log.ts'
import { resultText } from '../../text/result.ts'
import { Card, Disclosure } from '../../ui/Card.tsx'
import { readNameAtom } from '../address.ts'
import { setCheckOptionsAtom } from '../formAtoms.ts'
import { GuideOffer } from '../guide/BanGuide.tsx'
import { Plan, restorePlanProgressAtom } from '../guide/Plan.tsx'
import { guideAtom } from '../guide/guideAtoms.ts'
import styles from './RestoredResult.module.css'

function RestoredPlan({ check }: { check: StoredCheck }) {
  const enter = useSetAtom(restorePlanProgressAtom)
  useEffect(() => enter(check, check.ticks), [enter, check])
  const found = foundBans(check)
  if (found.length === 0) return null
  return (
    <Disclosure summary={<h3 className="medium">{guideText.plan.title}</h3>} open={check.ticks.length > 0}>
      <div className="stack unmuted">
        <Plan bans={found} name={check.name} at={check.at} />
      </div>
    </Disclosure>
  )
}

type Restored = { check: StoredCheck; change: ChangeBetweenChecks | null; earlier: readonly StoredCheck[] }

/**
 * Reads the last stored check of an account, the ones before it, and what had changed since the last of them. Null if the device has none, or
 * if the visitor switched the log off.
 */
export async function readRestored(name: string): Promise<Restored | null> {
  const [check, ...earlier] = (await checkStorageSwitch.isOn()) ? await readChecks(name) : []
  const before = earlier.find(({ sandbox }) => sandbox === check?.sandbox)
  return check ? { check, change: before ? changeBetween(before, check) : null, earlier } : null
}

export function RestoredResult({ name }: { name: string }) {
  // A result that the visitor asked for by a link takes the focus. After a reload or Back, the page stays as it was.
  const isAskedFor = useNavigationType() === 'PUSH'
  const [restored, setRestored] = useState<Restored | null | undefined>(undefined)
  const enter = useSetAtom(loadBanObservationsAtom)
  useEffect(() => void enter(name), [enter, name])
  useEffect(() => {
    let wanted = true
    void readRestored(name).then((stored) => wanted && setRestored(stored))
    return () => void (wanted = false)
  }, [name])
  const setRead = useSetAtom(readNameAtom)
  const setOptions = useSetAtom(setCheckOptionsAtom)
  useLayoutEffect(() => {
    if (restored === undefined) return
    setRead(name)
    if (restored) setOptions(optionsOfStoredCheck(restored.check))
  }, [restored, name, setRead, setOptions])
  return restored ? <RestoredCard {...restored} isAskedFor={isAskedFor} /> : null
}

type RestoredCardProps = Restored & { isAskedFor?: boolean }

export function RestoredCard({ check, change, earlier, isAskedFor = false }: RestoredCardProps) {
  const [arrival] = useState(() => (isAskedFor ? Date.now() : undefined))
  const guide = useAtomValue(guideAtom)
  const doubt = doubtIn(check)
  return (
    <Card aria-label={logText.earlier.label}>
      <Paragraph className="demo-notice">{check.sandbox && text.sandbox.notice}</Paragraph>
      <p className="muted small">
        <b className="unbroken">{`@${check.name}`}</b>{' '}
        <Sentence>{logText.earlier.date(formatShortTime(check.at))}</Sentence>
      </p>
      <ResultAnswer {...accountVerdict(check)} arrival={arrival} change={change}>
        <Paragraph>{doubt}</Paragraph>
      </ResultAnswer>
      <Items check={check} earlier={earlier} />
      {factSentences(check, 'restored')
        .filter((fact) => fact !== doubt)
        .map((fact) => (
          <Paragraph key={fact} className="muted small">
            {fact}
          </Paragraph>
        ))}
      {guide && guide.step < guide.bans.length && <GuideOffer {...guide} />}
      <RestoredPlan check={check} />
    </Card>
  )
}

function Items({ check, earlier }: { check: StoredCheck; earlier: readonly StoredCheck[] }) {
  const getObserved = useAtomValue(getObservationAtom)
  if (!couldBansBeJudged(check)) return null
  return (
    <dl className="stack">
      {BANS.map((ban) => {
        const state = storedBanState(check, ban)
        const why = unjudgedLine(check, ban) ?? foundSinceSentence(check, earlier, ban)
        const observed = getObserved({ name: check.name, item: ban })
        return (
          <div key={ban} className={styles['item']}>
            <StateIcon tone={state?.tone ?? 'unknown'} />
            <dt className="bold" lang="en">
              {resultText.ban[ban].name}
            </dt>
            <dd className="muted small dense">
              <span>{state?.words}</span> {why && <Sentence>{why}</Sentence>}{' '}
              {observed && (
                <small className="by-phrase">
                  <Sentence>{observationSentence(ban, observed)}</Sentence>
                </small>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
