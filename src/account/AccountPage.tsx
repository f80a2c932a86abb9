import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { createElement, useEffect, useLayoutEffect, useState } from 'react'
import { BANS } from '../../contract/outcomes.ts'
import { AdSlot } from '../ads/AdSlot.tsx'
import { PageInfo, capabilitiesAtom, preparationModule } from '../check/capabilities.tsx'
import { Lazy, usePrefetch } from '../ui/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { Card, PageHeading } from '../ui/Card.tsx'
import { Announcer, OfflineNotice } from '../ui/Notice.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { useHasEntry, useInBrowser, usePageLifecycle } from '../ui/hooks.tsx'
import { AccountForm } from './AccountForm.tsx'
import type { Variant } from './checkAccount.ts'
import type { AccountOutcome } from './AccountResult.tsx'
import {
  accountCheckModule,
  accountFlow,
  checkAgainAtom,
  enterAtom,
  isFoldedAtom,
  isHomeAtom,
  isOutcomeHereAtom,
  readEntry,
  restoredNameAtom,
  retryAtom,
  revealContent,
  showEntryAtom,
  storeEntry,
  unheldAnswerAtom,
} from './accountAtoms.ts'
import { hasGuideAtom, isGuideStored } from './guide/guideAtoms.ts'
import styles from './AccountPage.module.css'

const guidedCheckModule = lazyModule(async () => (await import('./guide/GuidedCheck.tsx')).GuidedCheck)

function GuideSlot() {
  const isBegun = useAtomValue(hasGuideAtom)
  const isKept = useInBrowser(isGuideStored)
  return isBegun || isKept ? <Lazy module={guidedCheckModule} props={{}} /> : null
}

/** A failed check, also where the code that shows it could not be fetched. */
function Failure() {
  const failed = useAtomValue(accountFlow.failedAtom)
  const isOutcomeHere = useAtomValue(isOutcomeHereAtom)
  const retry = useSetAtom(retryAtom)
  if (isOutcomeHere) return <Outcome part="AccountFailure" />
  return (
    failed && (
      <Card>
        <OfflineNotice retry={() => void retry()} />
      </Card>
    )
  )
}

const accountOutcomeModule = lazyModule(async () => (await import('./AccountResult.tsx')).accountOutcome)
const PREFETCHED = [preparationModule, accountCheckModule, accountOutcomeModule, guidedCheckModule]

export function HomePage() {
  return <AccountPage variant="main" />
}

export function TestVariantPage() {
  return <AccountPage variant="test" />
}

function AccountPage({ variant }: { variant: Variant }) {
  const { key } = useLocation()
  usePageLifecycle(startNothing, useSetAtom(accountFlow.leaveAtom), useSetAtom(accountFlow.haltAtom))
  usePrefetch(PREFETCHED)
  const isFolded = useAtomValue(isFoldedAtom)
  const isRunning = useAtomValue(accountFlow.stateAtom) === 'running'
  const isHome = useAtomValue(isHomeAtom)
  return (
    <>
      {/* Hidden from sight only: screen readers go by headings. */}
      <div className={isFolded ? 'visually-hidden' : styles['title']} data-home={isHome}>
        <PageHeading lang="en">{text.home.h1}</PageHeading>
        <Paragraph className={`muted medium verdict ${styles['lead']}`}>{text.home.lead}</Paragraph>
      </div>
      <OpenEntry key={key} variant={variant} />
      <Announcer>{useAtomValue(accountFlow.announcementAtom)}</Announcer>
      <TwoColumns
        sticky={isFolded}
        home={isHome}
        left={
          <>
            <AccountForm />
            <div className={styles['outcome']} data-unfinished={isRunning || undefined}>
              <Outcome part="AccountProgress" />
              <Failure />
              <Outcome part="AccountResultCard" />
            </div>
            <Restored />
            <GuideSlot />
          </>
        }
        right={
          <>
            <Outcome part="LatestPostsCard" />
            <AdSlot />
            {isHome && <Sample />}
            <PageInfo usage={text.info.usageAccount} />
          </>
        }
      />
    </>
  )
}

const { sample } = text.home

/** An example of what this server can answer. Until that is known, of what most servers can. */
function Sample() {
  const bans = useAtomValue(capabilitiesAtom)?.bans
  if (bans && bans.length < BANS.length && !bans.includes('search_ban')) return null
  const isWhole = bans?.length === BANS.length
  const { verdict, about } = isWhole ? sample.whole : sample.search
  return (
    <Card data-sample aria-label={sample.label}>
      <p className="muted small">{sample.label}</p>
      <p className={`verdict bold ${styles['sentence']}`} data-tone="ok">
        <Sentence>{verdict}</Sentence>
      </p>
      <div className={styles['bar']} data-whole={isWhole} />
      <Paragraph className="muted small">{about}</Paragraph>
    </Card>
  )
}

function Outcome({ part }: { part: keyof AccountOutcome }) {
  const outcome = useAtomValue(isOutcomeHereAtom) && accountOutcomeModule.loaded()
  return outcome ? createElement(outcome[part]) : null
}

/** Shows what belongs to the open entry of the tab's history, before the first paint. Each answer becomes an entry; the first takes the form's place. */
function OpenEntry({ variant }: { variant: Variant }) {
  const enter = useSetAtom(enterAtom)
  const show = useSetAtom(showEntryAtom)
  const again = useSetAtom(checkAgainAtom)
  const done = useAtomValue(accountFlow.doneAtom)
  const getUnheld = useSetAtom(unheldAnswerAtom)
  const hasEntry = useHasEntry()
  const navigate = useNavigate()
  useLayoutEffect(() => {
    enter(variant, accountOutcomeModule)
    show()
    // Who goes back at once does so before the router has drawn the entry that is left.
    const follow = () => show()
    addEventListener('popstate', follow)
    return () => removeEventListener('popstate', follow)
  }, [enter, show, variant])
  useEffect(() => {
    const { checked, isWanted = false } = readEntry() ?? {}
    if (checked === undefined || !isWanted) return undefined
    // Not at once: in development React mounts everything twice, and the first unmounting would end the check.
    const timer = setTimeout(() => {
      storeEntry({ checked })
      void again(checked)
    })
    return () => clearTimeout(timer)
  }, [again])
  useEffect(() => {
    // Read now: an effect above may have shown another answer.
    const unheld = done && hasEntry() && getUnheld()
    if (!unheld) return
    const { checked, endedAt, isFurther } = unheld
    const state = { checked, endedAt, staysInPlace: true }
    void navigate(`?screen_name=${checked}`, { replace: !isFurther, state })
  }, [done, hasEntry, getUnheld, navigate])
  return null
}

const startNothing = () => undefined

const restoredModule = lazyModule(async () => (await import('./restored/RestoredResult.tsx')).RestoredResult)

/** After a reload, a discarded tab or on the way back: what the device's log holds of the name that was checked on this entry of the tab's history. */
function Restored() {
  const state = useAtomValue(accountFlow.stateAtom)
  const name = useAtomValue(restoredNameAtom)
  const isWanted = name !== null && state === 'idle'
  useLayoutEffect(() => {
    // An entry with a name is restored within this commit.
    if (!isWanted && (state !== 'idle' || readEntry() === null)) revealContent()
  }, [isWanted, state])
  return isWanted ? <LoadedResult key={name} name={name} /> : null
}

function LoadedResult({ name }: { name: string }) {
  const [answer, setAnswer] = useState(restoredModule.loaded)
  useEffect(() => {
    const fetchIt = async () => {
      await restoredModule.prefetch()
      setAnswer(restoredModule.loaded)
      if (!restoredModule.loaded()) revealContent()
    }
    void fetchIt()
    return revealContent
  }, [])
  return answer ? createElement(answer, { name }) : null
}
