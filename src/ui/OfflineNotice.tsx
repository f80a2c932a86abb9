import { useEffect } from 'react'
import { text } from '../text/ja.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'

/** Says that something could not be fetched without a connection, and fetches it once there is one again. */
export function OfflineNotice({ retry }: { retry: () => void }) {
  useEffect(() => {
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [retry])
  return (
    <>
      <Alert title={text.alert.title}>
        <p>{text.alert.offlinePart}</p>
      </Alert>
      <Button wide onClick={retry}>
        {text.action.retry}
      </Button>
    </>
  )
}
