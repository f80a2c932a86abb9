import { useAtomValue, useSetAtom } from 'jotai'
import { useLayoutEffect } from 'react'
import { AdSlot } from '../ads/AdSlot.tsx'
import { text } from '../text/ja.ts'
import { Announcer } from '../ui/Announcer.tsx'
import { InfoSections } from '../ui/InfoSections.tsx'
import { PageHeading } from '../ui/PageHeading.tsx'
import { TwoColumns } from '../ui/TwoColumns.tsx'
import { useVisit } from '../ui/useVisit.tsx'
import { cancelAtom, enterAtom, haltAtom, prefillAtom } from './accountAtoms.ts'
import { AccountForm } from './AccountForm.tsx'
import styles from './AccountPage.module.css'
import { announcementAtom } from './announcementAtom.ts'
import { FailureCard } from './FailureCard.tsx'
import type { Variant } from './query.ts'
import { SandboxHelp } from './SandboxHelp.tsx'
import { whenBegun } from './whenBegun.tsx'

const Progress = whenBegun(async () => (await import('./Progress.tsx')).Progress)
const AccountResultCard = whenBegun(async () => (await import('./AccountResultCard.tsx')).AccountResultCard)
const LatestPostsCard = whenBegun(async () => (await import('./LatestPostsCard.tsx')).LatestPostsCard)

export function HomePage() {
  return <AccountPage variant="main" />
}

export function TestVariantPage() {
  return <AccountPage variant="test" />
}

function AccountPage({ variant }: { variant: Variant }) {
  useTakeOver(variant)
  useVisit(comeBack, useSetAtom(cancelAtom), useSetAtom(haltAtom))
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
            <Progress />
            <FailureCard />
            <AccountResultCard />
            <SandboxHelp />
          </>
        }
        right={
          <>
            <LatestPostsCard />
            <AdSlot />
            <InfoSections usage={text.info.usageAccount} />
          </>
        }
      />
    </>
  )
}

/** Takes the page over for a variant, and prefills from the address bar before anything is drawn. */
function useTakeOver(variant: Variant): void {
  const enter = useSetAtom(enterAtom)
  const prefill = useSetAtom(prefillAtom)
  useLayoutEffect(() => {
    enter(variant)
    prefill(new URLSearchParams(location.search).get('screen_name'))
  }, [enter, prefill, variant])
}

/** Nothing is taken up again on a page that comes back. */
const comeBack = () => undefined
