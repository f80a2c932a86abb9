import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useEffect, useLayoutEffect } from 'react'
import { BANS } from '../../contract/outcomes.ts'
import { AdSlot } from '../ads/AdSlot.tsx'
import {
  OperatorNotice,
  PageUsageAndNotices,
  capabilitiesAtom,
  checkPreparationModule,
} from '../check/capabilities.tsx'
import { lazyComponent, usePrefetch } from '../ui/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { sampleText } from '../text/sample.ts'
import { Card, PageHeading } from '../ui/Card.tsx'
import { Announcer, OfflineNotice } from '../ui/Notice.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { useHistoryEntryTest, useBrowserTest, usePageLifecycle } from '../ui/hooks.tsx'
import { AccountForm } from './AccountForm.tsx'
import type { AccountPageVariant } from './checkAccount.ts'
import {
  accountCheckModule,
  enterAccountPageAtom,
  isStartViewAtom,
  isResultModuleLoadedAtom,
  startNextCheckAtom,
  retryFailedCheckAtom,
} from './accountAtoms.ts'
import { accountFlow } from './accountFlow.ts'
import { textReaderModule } from './formAtoms.ts'
import {
  readHistoryEntry,
  restoredNameAtom,
  showHistoryEntryAtom,
  claimResultToSaveAtom,
} from './historyEntry.ts'
import { endRestoringAtom, removeViewMark, markRenderedView } from './pageView.ts'
import { hasGuideAtom, isGuideStored } from './guide/guideAtoms.ts'
import styles from './AccountPage.module.css'

const guidedCheckModule = lazyModule(() => import('./guide/GuidedCheck.tsx'))
const GuidedCheck = lazyComponent(guidedCheckModule, (module) => module.GuidedCheck)

function GuideSlot() {
  const isBegun = useAtomValue(hasGuideAtom)
  const isKept = useBrowserTest(isGuideStored)
  return isBegun || isKept ? <GuidedCheck /> : null
}

/** Shows that a check failed. If the code of the failure card could not be fetched, it shows an offline notice. */
function Failure() {
  const failed = useAtomValue(accountFlow.failedAtom)
  const isLoaded = useAtomValue(isResultModuleLoadedAtom)
  const retry = useSetAtom(retryFailedCheckAtom)
  if (isLoaded) return <AccountFailure />
  return (
    failed && (
      <Card>
        <OfflineNotice retry={() => void retry()} />
      </Card>
    )
  )
}

const resultModule = lazyModule(() => import('./AccountResult.tsx'))
const AccountProgress = lazyComponent(resultModule, (module) => module.AccountProgress)
const AccountFailure = lazyComponent(resultModule, (module) => module.AccountFailure)
const AccountResultCard = lazyComponent(resultModule, (module) => module.AccountResultCard)
const LatestPostsCard = lazyComponent(resultModule, (module) => module.LatestPostsCard)
// The result first: its module also shows how a check failed.
const PREFETCHED = [
  checkPreparationModule,
  resultModule,
  accountCheckModule,
  textReaderModule,
  guidedCheckModule,
]

export function HomePage() {
  return <AccountPage variant="main" />
}

export function TestVariantPage() {
  return <AccountPage variant="test" />
}

function AccountPage({ variant }: { variant: AccountPageVariant }) {
  const { key } = useLocation()
  usePageLifecycle(startNothing, useSetAtom(accountFlow.cancelAtom), useSetAtom(accountFlow.abortAtom))
  usePrefetch(PREFETCHED)
  const isRunning = useAtomValue(accountFlow.stateAtom) === 'running'
  const isStartView = useAtomValue(isStartViewAtom)
  const hasResultModule = useAtomValue(isResultModuleLoadedAtom)
  return (
    <>
      {/* The first child, so that the styles of the view apply before the layout effects of all others. */}
      <PageView />
      {/* Beside a check and its result, the heading is hidden visually only, because screen readers navigate by headings. */}
      <div className={isStartView ? styles['title'] : 'visually-hidden'}>
        <PageHeading lang="en">{text.home.h1}</PageHeading>
        <Paragraph className={`muted medium by-phrase ${styles['lead']}`}>{text.home.lead}</Paragraph>
      </div>
      <CurrentEntry key={key} variant={variant} />
      <Announcer>{useAtomValue(accountFlow.announcementAtom)}</Announcer>
      <TwoColumns
        sticky={!isStartView}
        left={
          <>
            <OperatorNotice />
            <AccountForm />
            <div className={styles['outcome']} data-unfinished={isRunning || undefined}>
              {hasResultModule && <AccountProgress />}
              <Failure />
              {hasResultModule && <AccountResultCard />}
            </div>
            <Restored />
            <GuideSlot />
          </>
        }
        right={
          <>
            {hasResultModule && <LatestPostsCard />}
            <AdSlot />
            {isStartView && <Sample />}
            <PageUsageAndNotices usage={text.info.usageAccount} />
          </>
        }
      />
    </>
  )
}

/**
 * Shows an example of a result that this server can give. Until its capabilities are known, the example fits most servers. All examples
 * have the same height, because the capabilities may come after the page is drawn.
 */
function Sample() {
  const bans = useAtomValue(capabilitiesAtom)?.bans
  const isWhole = bans?.length === BANS.length
  const kind = isWhole ? 'whole' : !bans || bans.includes('search_ban') ? 'search' : 'byHand'
  const { label, [kind]: example } = sampleText
  const { verdict, about } = example
  return (
    <Card data-sample aria-label={label}>
      <p className="muted small">{label}</p>
      <p className={`by-phrase bold ${styles['sentence']}`} data-tone={kind === 'byHand' ? 'unknown' : 'ok'}>
        <Sentence>{verdict}</Sentence>
      </p>
      <div className={styles['bar']} data-example={kind} />
      <Paragraph className={`muted small by-phrase ${styles['about']}`}>{about}</Paragraph>
    </Card>
  )
}

/** Marks `<html>` with the view of the page, for the styles. */
function PageView() {
  const isStartView = useAtomValue(isStartViewAtom)
  useLayoutEffect(() => markRenderedView(isStartView), [isStartView])
  useLayoutEffect(() => removeViewMark, [])
  return null
}

/** Shows the result of the current history entry before the first paint, and saves each new result in an entry. The first result replaces the entry of the form. */
function CurrentEntry({ variant }: { variant: AccountPageVariant }) {
  const enter = useSetAtom(enterAccountPageAtom)
  const show = useSetAtom(showHistoryEntryAtom)
  const startNext = useSetAtom(startNextCheckAtom)
  const isBack = useNavigationType() === 'POP'
  const done = useAtomValue(accountFlow.doneAtom)
  const claimResultToSave = useSetAtom(claimResultToSaveAtom)
  const isCurrentEntry = useHistoryEntryTest()
  const navigate = useNavigate()
  useLayoutEffect(() => {
    enter(variant, resultModule)
    show()
    // The listener is needed because Back may be pressed before the router has rendered the current entry.
    const onPopState = () => show()
    addEventListener('popstate', onPopState)
    return () => removeEventListener('popstate', onPopState)
  }, [enter, show, variant])
  useEffect(() => {
    const next = readHistoryEntry()?.next
    if (!next) return undefined
    // The timer is needed in development, where React mounts everything twice: the first unmount would end the check.
    const timer = setTimeout(() => void startNext(next, isBack))
    return () => clearTimeout(timer)
  }, [startNext, isBack])
  useEffect(() => {
    // The entry is read here, because an effect above may have changed the shown result.
    const unsaved = done && isCurrentEntry() && claimResultToSave()
    if (!unsaved) return
    const { checked, endedAt, isNewEntry } = unsaved
    const state = { checked, endedAt, staysInPlace: true }
    void navigate(`?screen_name=${checked.screenName}`, { replace: !isNewEntry, state })
  }, [done, isCurrentEntry, claimResultToSave, navigate])
  return null
}

const startNothing = () => undefined

const restoredModule = lazyModule(() => import('./restored/RestoredResult.tsx'))
const RestoredResult = lazyComponent(restoredModule, (module) => module.RestoredResult)

/** Shows the stored check of the account in the current history entry, if its result is not in memory, e.g. after a reload. */
function Restored() {
  const state = useAtomValue(accountFlow.stateAtom)
  const name = useAtomValue(restoredNameAtom)
  const isShown = name !== null && state === 'idle'
  const endRestoring = useSetAtom(endRestoringAtom)
  useLayoutEffect(() => {
    // The name of the entry is set by another layout effect of the same commit, so it is read from the history here.
    if (!isShown && (state !== 'idle' || readHistoryEntry() === null)) endRestoring()
  }, [isShown, state, endRestoring])
  useEffect(() => {
    if (!isShown) return undefined
    restoredModule.wanted().catch(endRestoring)
    return endRestoring
  }, [isShown, endRestoring])
  return isShown && <RestoredResult key={name} name={name} />
}
