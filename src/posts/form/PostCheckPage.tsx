import { useAtomValue, useSetAtom } from 'jotai'
import { useLocation, useNavigate } from 'react-router-dom'
import { useEffect, useLayoutEffect } from 'react'
import { AdSlot } from '../../ads/AdSlot.tsx'
import { PageInfo, capabilitiesAtom, preparationModule } from '../../check/capabilities.tsx'
import { usePrefetch } from '../../ui/Lazy.tsx'
import { postFooter } from '../../text/capabilities.ts'
import { text } from '../../text/ja.ts'
import { Announcer } from '../../ui/Notice.tsx'
import { TwoColumns } from '../../ui/TwoColumns.tsx'
import { PostHeading } from '../PostHeading.tsx'
import { batchCheckModule } from '../keys.ts'
import { PostForm } from './PostForm.tsx'
import { linkedUrls } from './rows.ts'
import { enterFormAtom, rowsAnnouncementAtom } from './rowsAtoms.ts'

const PREFETCHED = [preparationModule, batchCheckModule]

/** /tweetcheck: where post URLs are typed, pasted or shared. */
export function PostCheckPage() {
  const enter = useSetAtom(enterFormAtom)
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useLayoutEffect(() => enter(new URLSearchParams(search)), [enter, search])
  useEffect(() => {
    // A reload must not add the URLs of a link again.
    if (linkedUrls(new URLSearchParams(search)).length > 0) void navigate(pathname, { replace: true })
  }, [pathname, search, navigate])
  usePrefetch(PREFETCHED)
  const capabilities = useAtomValue(capabilitiesAtom)
  return (
    <>
      <PostHeading />
      <Announcer>{useAtomValue(rowsAnnouncementAtom)}</Announcer>
      <TwoColumns
        left={
          <>
            <PostForm />
            <AdSlot />
          </>
        }
        right={
          <>
            <PageInfo usage={text.info.usagePost} />
            <AdSlot />
            <p className="muted small">{postFooter(capabilities)}</p>
          </>
        }
      />
    </>
  )
}
