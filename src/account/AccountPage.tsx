import { useAtomValue, useSetAtom } from 'jotai'
import { createElement, useLayoutEffect } from 'react'
import { AdSlot } from '../ads/AdSlot.tsx'
import { preparationPart } from '../check/prepareOnFocus.ts'
import { createPart } from '../load/createPart.ts'
import { useAhead } from '../load/useAhead.tsx'
import { text } from '../text/ja.ts'
import { Announcer } from '../ui/Announcer.tsx'
import { PageInfo } from '../check/PageInfo.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { useVisit } from '../ui/useVisit.tsx'
import {
  accountCheckPart,
  announcementAtom,
  cancelAtom,
  enterAtom,
  fillAtom,
  flowStateAtom,
  haltAtom,
  isFoldedAtom,
  isOutcomeHereAtom,
} from './accountAtoms.ts'
import { AccountForm } from './AccountForm.tsx'
import type { AccountOutcome } from './accountOutcome.tsx'
import styles from './AccountPage.module.css'
import { guidedCheckPart, GuideSlot } from './GuideSlot.tsx'
import type { Variant } from './query.ts'
import { Earlier } from './earlier/Earlier.tsx'
import { UnloadedNote } from './UnloadedNote.tsx'

const accountOutcomePart = createPart(async () => (await import('./accountOutcome.tsx')).accountOutcome)
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
        <p className={styles['lead']}>{text.home.lead}</p>
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
