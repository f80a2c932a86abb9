import { useEffect } from 'react'
import { text } from '../text/ja.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { PageMeta } from './PageMeta.tsx'
import type { Page } from './pages.ts'

/** Stands for a page that could not be fetched, and fetches it once the connection is back. */
export function OfflineScreen({ page, retry }: { page: Page; retry: () => void }) {
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
  return (
    <>
      <PageMeta page={page} />
      <Card>
        <h1 className="visually-hidden">{page.title}</h1>
        <Alert title={text.alert.title}>
          <p>{text.alert.offlinePart}</p>
        </Alert>
        <Button wide onClick={retry}>
          {text.action.retry}
        </Button>
      </Card>
    </>
  )
}
