import { text } from '../text/ja.ts'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { useOnline } from './useOnline.tsx'

/** Says that something could not be fetched without a connection, and retries once the connection is back. */
export function OfflineNotice({ retry }: { retry: () => void }) {
  useOnline(retry)
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
