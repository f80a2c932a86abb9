import { useAtomValue, useSetAtom } from 'jotai'
import { createElement, useLayoutEffect } from 'react'
import { AdSlot } from '../ads/AdSlot.tsx'
import { preparationPart } from '../check/prepareOnFocus.ts'
import { createPart } from '../load/createPart.ts'
import { useAhead } from '../load/useAhead.tsx'
import { text } from '../text/ja.ts'
import { Announcer } from '../ui/Announcer.tsx'
import { InfoSections } from '../ui/InfoSections.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { useVisit } from '../ui/useVisit.tsx'
import {
  accountCheckPart,
  cancelAtom,
  enterAtom,
  haltAtom,
  isOutcomeHereAtom,
  prefillAtom,
} from './accountAtoms.ts'
import { AccountForm } from './AccountForm.tsx'
import type { AccountOutcome } from './accountOutcome.tsx'
import styles from './AccountPage.module.css'
import { announcementAtom } from './announcementAtom.ts'
import type { Variant } from './query.ts'
import { SandboxHelp } from './SandboxHelp.tsx'
import { UnloadedNote } from './UnloadedNote.tsx'

const accountOutcomePart = createPart(async () => (await import('./accountOutcome.tsx')).accountOutcome)
const AHEAD = [preparationPart, accountCheckPart, accountOutcomePart]

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
  return (
    <>
      <div>
        <PageHeading>{text.home.h1}</PageHeading>
        <p className={styles['lead']}>{text.home.lead}</p>
      </div>
      <Announcer>{announcement}</Announcer>
      <TwoColumns
        left={
          <>
            <AccountForm />
            <Outcome part="AccountProgress" />
            <UnloadedNote />
            <Outcome part="FailureCard" />
            <Outcome part="AccountResultCard" />
            <SandboxHelp />
          </>
        }
        right={
          <>
            <Outcome part="LatestPostsCard" />
            <AdSlot />
            <InfoSections usage={text.info.usageAccount} />
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

/** Switches to the variant, and fills the form from the address bar before the first paint. */
function useTakeOver(variant: Variant): void {
  const enter = useSetAtom(enterAtom)
  const prefill = useSetAtom(prefillAtom)
  useLayoutEffect(() => {
    enter(variant, accountOutcomePart)
    prefill(new URLSearchParams(location.search).get('screen_name'))
  }, [enter, prefill, variant])
}

/** A page that returns from the back-forward cache starts nothing. */
const comeBack = () => undefined
