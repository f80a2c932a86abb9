import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { useEffect, useLayoutEffect } from 'react'
import { AdSlot } from '../../ads/AdSlot.tsx'
import {
  OperatorNotice,
  PageUsageAndNotices,
  capabilitiesAtom,
  checkPreparationModule,
} from '../../check/capabilities.tsx'
import { usePrefetch } from '../../ui/Lazy.tsx'
import { postCheckFooter } from '../../text/capabilities.ts'
import { text } from '../../text/ja.ts'
import { Announcer } from '../../ui/Notice.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { PostHeading } from '../PostHeading.tsx'
import { batchCheckModule } from '../keys.ts'
import { PostForm } from './PostForm.tsx'
import { urlsInAddress, profileInAddress } from './rows.ts'
import { removeStoredRowsAtom, enterFormAtom, storeRowsAtom, rowsAnnouncementAtom } from './rowsAtoms.ts'

const PREFETCHED = [checkPreparationModule, batchCheckModule]

/** The page /tweetcheck, where visitors type, paste or share URLs of posts. */
export function PostCheckPage() {
  const enter = useSetAtom(enterFormAtom)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const keepRows = useSetAtom(storeRowsAtom)
  const dropKeptRows = useSetAtom(removeStoredRowsAtom)
  useLayoutEffect(() => {
    const parameters = new URLSearchParams(search)
    enter(profileInAddress(parameters) === null ? parameters : new URLSearchParams())
  }, [enter, search])
  useEffect(() => {
    const profile = profileInAddress(new URLSearchParams(search))
    if (profile !== null) void navigate(`/?screen_name=${profile}`, { replace: true })
    // The URLs are removed from the address, so that a reload does not add them again.
    else if (urlsInAddress(new URLSearchParams(search)).length > 0) void navigate(pathname, { replace: true })
  }, [pathname, search, navigate])
  useEffect(() => {
    const dropIfCached = ({ persisted }: PageTransitionEvent) => persisted && dropKeptRows()
    addEventListener('pagehide', keepRows)
    addEventListener('pageshow', dropIfCached)
    return () => {
      removeEventListener('pagehide', keepRows)
      removeEventListener('pageshow', dropIfCached)
    }
  }, [keepRows, dropKeptRows])
  usePrefetch(PREFETCHED)
  const capabilities = useAtomValue(capabilitiesAtom)
  return (
    <>
      <PostHeading />
      <Announcer>{useAtomValue(rowsAnnouncementAtom)}</Announcer>
      <TwoColumns
        left={
          <>
            <OperatorNotice />
            <PostForm />
            <AdSlot />
          </>
        }
        right={
          <>
            <PageUsageAndNotices usage={text.info.usagePost} isOpen />
            <AdSlot />
            <p className="muted small">{postCheckFooter(capabilities)}</p>
          </>
        }
      />
    </>
  )
}
