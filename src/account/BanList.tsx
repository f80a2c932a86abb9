import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import { useEffect } from 'react'
import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import {
  loadBanObservationsAtom,
  observationSentence,
  getObservationAtom,
} from '../observations/observations.ts'
import { lazyModule } from '../lib/loadChunk.ts'
import { StateIcon } from '../results/Answer.tsx'
import { couldBansBeJudged, lacksPosts, storedBanState, unjudgedBans } from '../results/accountVerdict.ts'
import { evidenceLine } from '../results/itemEvidence.ts'
import { ShareSheetButton, hasShareSheet } from '../results/ShareRow.tsx'
import { BAN_STATES } from '../results/verdicts.ts'
import type { BanState } from '../results/verdicts.ts'
import { accountKey } from '../storage/records.ts'
import type { StoredCheck } from '../storage/records.ts'
import { readLatestMonth } from '../storage/stores.ts'
import { Sentence } from '../text/Sentence.tsx'
import { guideText } from '../text/guide.ts'
import { resultText } from '../text/result.ts'
import { Disclosure } from '../ui/Card.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { useBrowserTest } from '../ui/hooks.tsx'
import { getFoundSinceAtom } from './accountLog.ts'
import { nextStepAfter } from './nextStep.ts'
import { BanGuide, GuideOffer, SeeForYourself } from './guide/BanGuide.tsx'
import styles from './BanList.module.css'

const { ban: words } = resultText

/** The visitor's own newest report of X (Under the Hood): its month in words, and for each ban how many kinds of its labels X's rules link to the ban. */
type OwnMonth = { month: string; kinds: Readonly<Record<Ban, number>> }

const readModule = lazyModule(async () => (await import('../results/labels/bans.ts')).labelCountsOfMonth)

const ownMonthOfAccountAtom = atom<{ account: string; own: OwnMonth | null } | null>(null)
/** Returns the latest month of the own report of an account, if it was read; otherwise null. */
export const getOwnReportMonthAtom = atom((get) => {
  const state = get(ownMonthOfAccountAtom)
  return (name: string) => (state?.account === accountKey(name) ? state.own : null)
})

/** Reads the stored report of an account, if the visitor said that the account is theirs. The report is never sent. */
export const loadOwnReportMonthAtom = atom(null, async (_get, set, name: string) => {
  const month = await readLatestMonth(name)
  if (month) await readModule.prefetch()
  set(ownMonthOfAccountAtom, {
    account: accountKey(name),
    own: (month && readModule.loaded()?.(month)) ?? null,
  })
})

/** The summary of one ban. `state` is null if the account could not be judged. */
function BanSummary({ check, ban, state }: { check: StoredCheck; ban: Ban; state: BanState | null }) {
  const evidence = state && evidenceLine(check, ban)
  const own = useAtomValue(getOwnReportMonthAtom)(check.name)
  const observed = useAtomValue(getObservationAtom)({ name: check.name, item: ban })
  const since = useAtomValue(getFoundSinceAtom)(ban)
  const notes = [
    ...(evidence ? [[evidence, `${styles['evidence']} ${state?.isJudged ? '' : 'muted'}`] as const] : []),
    ...(since ? [[since, 'muted'] as const] : []),
    ...(own ? [[guideText.ownMonth(own.month, own.kinds[ban]), 'muted'] as const] : []),
    ...(observed ? [[observationSentence(ban, observed), 'muted'] as const] : []),
  ]
  return (
    <>
      {state && <StateIcon tone={state.tone} />}
      <h3 className={styles['head']}>
        <b lang="en">{words[ban].name}</b>{' '}
        {state && (
          <>
            <small className="muted">
              <Sentence>{words[ban].gloss}</Sentence>
            </small>{' '}
            <span className={styles['state']} data-tone={state.tone} data-state={state.name}>
              {BAN_STATES[state.name].words}
            </span>{' '}
          </>
        )}
      </h3>
      <span className={`small dense ${styles['notes']}`}>
        {notes.map(([note, className]) => (
          <small key={note} className={className}>
            <Sentence>{note}</Sentence>
          </small>
        ))}
      </span>
    </>
  )
}

export function BanList({ check }: { check: StoredCheck }) {
  const { name } = check
  const enter = useSetAtom(loadBanObservationsAtom)
  const enterOwnMonth = useSetAtom(loadOwnReportMonthAtom)
  useEffect(() => void enter(name), [enter, name])
  useEffect(() => void enterOwnMonth(name), [enterOwnMonth, name])
  const states = couldBansBeJudged(check) && !lacksPosts(check)
  return (
    <div className={styles['list']} data-states={states}>
      {!states && <p className={`muted small bold ${styles['title']}`}>{words.aboutItems}</p>}
      {BANS.map((ban) => {
        const state = states ? storedBanState(check, ban) : null
        return (
          <Disclosure key={ban} summary={<BanSummary check={check} ban={ban} state={state} />}>
            <div className="stack">
              {state ? (
                <BanGuide ban={ban} check={check} />
              ) : (
                <>
                  <p>{words[ban].about}</p>
                  {check.limited && <SeeForYourself ban={ban} name={name} isOpen />}
                </>
              )}
            </div>
          </Disclosure>
        )
      })}
    </div>
  )
}

/** A message that asks a friend to look at these items, with X's own pages. The visitor records what they saw at each item. */
function AskFriend({ name, bans }: { name: string; bans: readonly Ban[] }) {
  const hasSheet = useBrowserTest(hasShareSheet)
  const { action, copied, message } = guideText.friend
  const looks = bans.map((ban) => {
    const { page, steps, question } = words[ban]
    return { url: page(name), steps: steps(name), question: question(name) }
  })
  const asked = message(name, looks)
  if (hasSheet) return <ShareSheetButton words={asked} label={action} />
  return <CopyButton words={asked} label={action} done={copied} />
}

/** Leads to looking at what was not judged. If that is the next step, its button is beside the verdict already. */
export function GuideToUnjudgedBans({ check }: { check: StoredCheck }) {
  const open = unjudgedBans(check)
  if (open.length === 0) return null
  return (
    <div className="stack screen-only">
      {nextStepAfter(check) !== 'guide' && <GuideBesides name={check.name} bans={open} />}
      <div className={styles['friend']}>
        <AskFriend name={check.name} bans={open} />
      </div>
    </div>
  )
}

function GuideBesides({ name, bans }: { name: string; bans: readonly Ban[] }) {
  const getObserved = useAtomValue(getObservationAtom)
  const isDone = bans.every((item) => getObserved({ name, item }) !== undefined)
  const { done, open, before } = guideText.guided
  return (
    <>
      <p>{isDone ? done(bans.length) : `${open(bans.length, BANS.length)}${before}`}</p>
      <GuideOffer name={name} bans={bans} />
    </>
  )
}
