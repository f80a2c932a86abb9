import { resultText } from '../text/result.ts'
import { Button } from '../ui/Button.tsx'
import { useInBrowser } from '../ui/useInBrowser.tsx'

/** Opens the device's share sheet with a text. Only where there is one. */
export function SheetButton({ words }: { words: string }) {
  return (
    <Button wide onClick={() => void navigator.share({ text: words }).catch(() => undefined)}>
      {resultText.share.sheet}
    </Button>
  )
}

/** Whether the device has a share sheet that takes texts. */
export function useShareSheet(): boolean {
  return useInBrowser(sheetExists)
}

function sheetExists(): boolean {
  return typeof navigator.share === 'function'
}
