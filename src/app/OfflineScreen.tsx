import { Card } from '../ui/Card.tsx'
import { OfflineNotice } from '../ui/OfflineNotice.tsx'
import { PageMeta } from './PageMeta.tsx'
import type { Page } from './pages.ts'

/** Shown in place of a page that could not be fetched. */
export function OfflineScreen({ page, retry }: { page: Page; retry: () => void }) {
  return (
    <>
      <PageMeta page={page} />
      <Card>
        <h1 className="visually-hidden">{page.title}</h1>
        <OfflineNotice retry={retry} />
      </Card>
    </>
  )
}
