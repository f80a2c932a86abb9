import { useId, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import { resultText } from '../text/result.ts'
import { Button, filledLinkClass } from '../ui/Button.tsx'
import styles from './ActionRow.module.css'
import { ShareLink } from './ShareLink.tsx'
import { SheetButton, useShareSheet } from './SheetButton.tsx'

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
  const hasSheet = useShareSheet()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  if (!share) return <div className={styles['rest']}>{children}</div>
  const hasRest = Boolean(hasSheet || children)
  return (
    <div className={styles['actions']}>
      <div className={styles['row']}>
        <ShareLink className={filledLinkClass} label={share.label} words={share.words} />
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
        {hasSheet && <SheetButton words={share.words} />}
        {children}
      </div>
    </div>
  )
}
