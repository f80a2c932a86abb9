import { useId, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { text } from '../text/ja.ts'
import { resultText } from '../text/result.ts'
import { Button, filledLinkClass } from '../ui/Button.tsx'
import { useInBrowser } from '../ui/useInBrowser.tsx'
import styles from './ActionRow.module.css'
import { shareIntent } from './shareIntent.ts'

type ActionRowProps = {
  /** What sharing is called, and the text of the post that it fills in; null where the result may not be shared. */
  share: { label: string; words: string } | null
  /** A button that stands beside sharing. */
  picture?: ReactElement
  /** What is needed less often: folded away behind 「その他」. */
  children?: ReactNode
}

/** What can be done with a result, in one row: sharing it on X, its picture, and the rest, which unfolds below. */
export function ActionRow({ share, picture, children }: ActionRowProps) {
  const hasSheet = useInBrowser(sheetExists)
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const sheet = hasSheet && share
  if (!share) return <div className={styles['rest']}>{children}</div>
  const hasRest = Boolean(sheet || children)
  return (
    <div className={styles['actions']}>
      <div className={styles['row']}>
        <a
          className={filledLinkClass}
          href={shareIntent(share.words)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <span>{share.label}</span>
          <span className="visually-hidden">{text.newTab}</span>
        </a>
        {picture}
        {hasRest && (
          <Button
            className={styles['more']}
            aria-label={resultText.share.more}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span aria-hidden="true">⋯</span>
            <span>{resultText.share.more}</span>
          </Button>
        )}
      </div>
      <div id={id} hidden={!isOpen} className={styles['rest']}>
        {sheet && (
          <Button wide onClick={() => void navigator.share({ text: sheet.words }).catch(() => undefined)}>
            {resultText.share.sheet}
          </Button>
        )}
        {children}
      </div>
    </div>
  )
}

function sheetExists(): boolean {
  return typeof navigator.share === 'function'
}
