import { useAtomValue, useSetAtom } from 'jotai'
import { createElement, useLayoutEffect } from 'react'
import { AdSlot } from '../ads/AdSlot.tsx'
import { PageInfo } from '../check/capabilities.tsx'
import { preparationPart } from '../check/prepareOnFocus.ts'
import { LatePart, useAhead } from '../lib/Lazy.tsx'
import { createPart } from '../lib/loadChunk.ts'
import { text } from '../text/ja.ts'
import { Card, PageHeading } from '../ui/Card.tsx'
import { Alert, Announcer, OfflineNotice } from '../ui/Notice.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { Button } from '../ui/controls.tsx'
import { useInBrowser, useVisit } from '../ui/hooks.tsx'
import { AccountForm } from './AccountForm.tsx'
import type { AccountOutcome } from './AccountResult.tsx'
import {
  accountCheckPart,
  announcementAtom,
  cancelAtom,
  enterAtom,
  failedAtom,
  fillAtom,
  flowStateAtom,
  haltAtom,
  isFoldedAtom,
  isOutcomeHereAtom,
  submitAtom,
} from './accountAtoms.ts'
import { Earlier } from './earlier/Earlier.tsx'
import { guideAtom, isGuideKept } from './guide/guideAtoms.ts'
import type { Variant } from './query.ts'
import styles from './AccountPage.module.css'

export const guidedCheckPart = createPart(async () => (await import('./guide/GuidedCheck.tsx')).GuidedCheck)

/** The guided check, once it was begun here, or where this tab was left in the middle of one. */
export function GuideSlot() {
  const isBegun = useAtomValue(guideAtom) !== null
  const isKept = useInBrowser(isGuideKept)
  return isBegun || isKept ? <LatePart part={guidedCheckPart} props={{}} /> : null
}

/** A check whose code could not be loaded. It is not part of that code, unlike `FailureCard`, which may be missing too. */
export function UnloadedNote() {
  const failed = useAtomValue(failedAtom)
  const isOutcomeHere = useAtomValue(isOutcomeHereAtom)
  const submit = useSetAtom(submitAtom)
  if (!failed) return null
  const retry = () => void submit()
  if (failed.failure.kind === 'unloaded') {
    return (
      <Card>
        <OfflineNotice retry={retry} />
      </Card>
    )
  }
  if (isOutcomeHere) return null
  return (
    <Card>
      <Alert title={text.alert.title}>
        <p>{text.alert.failed}</p>
      </Alert>
      <Button wide onClick={retry}>
        {text.action.retry}
      </Button>
    </Card>
  )
}

const accountOutcomePart = createPart(async () => (await import('./AccountResult.tsx')).accountOutcome)
const AHEAD = [preparationPart, accountCheckPart, accountOutcomePart, guidedCheckPart]

export function HomePage() {
  return <AccountPage variant="main" />
}

export function TestVariantPage() {
  return <AccountPage variant="test" />
}

function AccountPage({ variant }: { variant: Variant }) {
  useTakeOver(variant)
  useVisit(comeBack, useSetAtom(cancelAtom), useSetAtom(haltAtom))
  useAhead(AHEAD)
  const announcement = useAtomValue(announcementAtom)
  const isFolded = useAtomValue(isFoldedAtom)
  const isRunning = useAtomValue(flowStateAtom) === 'running'
  return (
    <>
      {/* The first screen belongs to the answer; the heading stays for those who go by headings. */}
      <div className={isFolded ? 'visually-hidden' : undefined}>
        <PageHeading lang="en">{text.home.h1}</PageHeading>
        <p className={`muted medium ${styles['lead']}`}>{text.home.lead}</p>
      </div>
      <Announcer>{announcement}</Announcer>
      <TwoColumns
        sticky={isFolded}
        left={
          <>
            <AccountForm />
            <div className={styles['outcome']} data-unfinished={isRunning || undefined}>
              <Outcome part="AccountProgress" />
              <UnloadedNote />
              <Outcome part="FailureCard" />
              <Outcome part="AccountResultCard" />
            </div>
            <Earlier />
            <GuideSlot />
          </>
        }
        right={
          <>
            <Outcome part="LatestPostsCard" />
            <AdSlot />
            <PageInfo usage={text.info.usageAccount} />
          </>
        }
      />
    </>
  )
}

/** A part that a check fills, once one has begun. */
function Outcome({ part }: { part: keyof AccountOutcome }) {
  const outcome = useAtomValue(isOutcomeHereAtom) && accountOutcomePart.loaded()
  return outcome ? createElement(outcome[part]) : null
}

/** Switches to the variant, and fills the form from the tab's history or the address bar before the first paint. */
function useTakeOver(variant: Variant): void {
  const enter = useSetAtom(enterAtom)
  const fill = useSetAtom(fillAtom)
  useLayoutEffect(() => {
    enter(variant, accountOutcomePart)
    fill()
  }, [enter, fill, variant])
}

/** A page that returns from the back-forward cache starts nothing. */
const comeBack = () => undefined
