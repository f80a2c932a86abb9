import { useAtomValue, useSetAtom } from 'jotai'
import { useHref, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { useEffect, useLayoutEffect } from 'react'
import { BANS } from '../../contract/outcomes.ts'
import type { Ban } from '../../contract/outcomes.ts'
import { AdSlot } from '../ads/AdSlot.tsx'
import {
  OperatorNotice,
  PageUsageAndNotices,
  capabilitiesAtom,
  checkPreparationModule,
} from '../check/capabilities.tsx'
import { lazyComponent, usePrefetch } from '../ui/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import { BanStatesBar } from '../results/BanStatesBar.tsx'
import { Paragraph, Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { sampleText } from '../text/sample.ts'
import { Card, PageHeading } from '../ui/Card.tsx'
import { Announcer, OfflineNotice } from '../ui/Notice.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { useBrowserTest, usePageLifecycle } from '../ui/hooks.tsx'
import { AccountForm } from './AccountForm.tsx'
import type { AccountPageVariant } from './checkAccount.ts'
import {
  accountCheckModule,
  enterAccountPageAtom,
  isStartViewAtom,
  isResultModuleLoadedAtom,
  cancelCheckAtom,
  checkWithOptionsAtom,
  resumeCheckAtom,
  retryFailedCheckAtom,
} from './accountAtoms.ts'
import { accountFlow } from './accountFlow.ts'
import { textReaderModule } from './formAtoms.ts'
import { enterAddressAtom, readNameAtom, restoredNameAtom } from './address.ts'
import type { AccountCheckOptions } from './tabCheck.ts'
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
  usePageLifecycle(startNothing, useSetAtom(cancelCheckAtom), useSetAtom(accountFlow.abortAtom))
  const resume = useSetAtom(resumeCheckAtom)
  useEffect(() => {
    // The timer is needed in development, where React mounts everything twice: the first unmount would end the check.
    const timer = setTimeout(() => void resume())
    return () => clearTimeout(timer)
  }, [resume])
  usePrefetch(PREFETCHED)
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
      <Address key={key} variant={variant} />
      <StageAnnouncer />
      <TwoColumns
        sticky={!isStartView}
        left={
          <>
            <OperatorNotice />
            <AccountForm />
            <Outcome />
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

function StageAnnouncer() {
  return <Announcer>{useAtomValue(accountFlow.announcementAtom)}</Announcer>
}

/** The check and its end. Neither renders the rest of the page again. */
function Outcome() {
  const isRunning = useAtomValue(accountFlow.stateAtom) === 'running'
  const hasResultModule = useAtomValue(isResultModuleLoadedAtom)
  return (
    <div className={styles['outcome']} data-unfinished={isRunning || undefined}>
      {hasResultModule && <AccountProgress />}
      <Failure />
      {hasResultModule && <AccountResultCard />}
    </div>
  )
}

/**
 * Shows an example of a result that this server can give. Until its capabilities are known, the example fits most servers. All examples
 * have the same height, because the capabilities may come after the page is drawn.
 */
function Sample() {
  const { bans, search } = useAtomValue(capabilitiesAtom) ?? {}
  const isWhole = bans?.length === BANS.length
  const isSearched = !bans || (bans.includes('search_ban') && (!search || search.state === 'found'))
  const kind = isWhole ? 'whole' : isSearched ? 'search' : 'byHand'
  const isJudged = (ban: Ban) => isWhole || (kind === 'search' && ban === 'search_ban')
  const { label, [kind]: example } = sampleText
  const { verdict, about } = example
  return (
    <Card data-sample aria-label={label}>
      <p className="muted small">{label}</p>
      <p className={`by-phrase bold ${styles['sentence']}`} data-tone={kind === 'byHand' ? 'unknown' : 'ok'}>
        <Sentence>{verdict}</Sentence>
      </p>
      <BanStatesBar toneOf={(ban) => (isJudged(ban) ? 'ok' : 'unknown')} />
      <Paragraph className={`muted small by-phrase ${styles['about']}`}>{about}</Paragraph>
    </Card>
  )
}

/**
 * Marks `<html>` with the view of the page, for the styles: `home` is the start view, `restoring` lasts until the stored result of the account in
 * the address was read, and hides what it would move. The page's HTML has the mark from its first paint (build/site/pages.ts).
 */
function PageView() {
  const isStartView = useAtomValue(isStartViewAtom)
  const restored = useAtomValue(restoredNameAtom)
  const read = useAtomValue(readNameAtom)
  const isRestoring = restored !== null && restored !== read
  const view = isStartView ? 'home' : isRestoring ? 'restoring' : undefined
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    if (view) dataset['view'] = view
    return () => void delete dataset['view']
  }, [view])
  return null
}

/** Shows what the address asks for before the first paint. The name of a new result is put into it; the first one replaces the entry of the form. */
function Address({ variant }: { variant: AccountPageVariant }) {
  const { pathname, search, state } = useLocation()
  const href = useHref({ pathname, search })
  const isBack = useNavigationType() === 'POP'
  const enter = useSetAtom(enterAccountPageAtom)
  const enterAddress = useSetAtom(enterAddressAtom)
  const check = useSetAtom(checkWithOptionsAtom)
  const navigate = useNavigate()
  useLayoutEffect(() => {
    enter(variant, resultModule)
    const putName = (screenName: string, isNewEntry: boolean) => {
      // The visitor may have followed a link whose page is being loaded: the address is its address then.
      if (href !== location.pathname + location.search) return false
      void navigate(`?screen_name=${screenName}`, { replace: !isNewEntry, state: { staysInPlace: true } })
      return true
    }
    enterAddress({ search, isBack, putName })
  }, [enter, enterAddress, variant, href, search, isBack, navigate])
  useEffect(() => {
    const asked = readAskedCheck(state)
    if (!asked) return undefined
    // The timer is needed in development, where React mounts everything twice: the first unmount would end the check.
    const timer = setTimeout(() => {
      // A reload or Back does not start it again.
      void navigate(href, { replace: true, state: null })
      void check(asked)
    })
    return () => clearTimeout(timer)
  }, [state, href, navigate, check])
  return null
}

/** A link of the log asks for a check that starts by itself. */
function readAskedCheck(state: unknown): AccountCheckOptions | null {
  const { check } = Object(state) as { check?: AccountCheckOptions }
  return check ?? null
}

const startNothing = () => undefined

const restoredModule = lazyModule(() => import('./restored/RestoredResult.tsx'))
const RestoredResult = lazyComponent(restoredModule, (module) => module.RestoredResult)

/** Shows the stored check of the account in the address, if its result is not in memory, e.g. after a reload. */
function Restored() {
  const name = useAtomValue(restoredNameAtom)
  const setRead = useSetAtom(readNameAtom)
  useEffect(() => {
    if (name !== null) restoredModule.wanted().catch(() => setRead(name))
  }, [name, setRead])
  return name !== null && <RestoredResult key={name} name={name} />
}
