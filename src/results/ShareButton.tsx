import { text } from '../text/ja.ts'
import { resultText } from '../text/result.ts'
import { Button, buttonLinkClass } from '../ui/Button.tsx'
import { useInBrowser } from '../ui/useInBrowser.tsx'
import styles from './ShareButton.module.css'
import { shareIntent } from './shareIntent.ts'

/** Opens X with a prefilled post in a new tab; beside it a button for the device's share sheet, where there is one. */
export function ShareButton({ label, words }: { label: string; words: string }) {
  const hasSheet = useInBrowser(sheetExists)
  return (
    <div className={styles['share']}>
      <a className={buttonLinkClass} href={shareIntent(words)} target="_blank" rel="noopener noreferrer">
        {label}
        <span className="visually-hidden">{text.newTab}</span>
      </a>
      {hasSheet && (
        <Button wide onClick={() => void navigator.share({ text: words }).catch(() => undefined)}>
          {resultText.share.sheet}
        </Button>
      )}
    </div>
  )
}

function sheetExists(): boolean {
  return typeof navigator.share === 'function'
}
