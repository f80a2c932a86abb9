import type { ReactNode } from 'react'
import { buttonLinkClass } from '../ui/Button.tsx'
import styles from './ShareButton.module.css'
import { ShareLink } from './ShareLink.tsx'
import { SheetButton, useShareSheet } from './SheetButton.tsx'

type ShareButtonProps = {
  label: string
  words: string
  /** Another button that stands beside. */
  children?: ReactNode
}

/** Opens X with a prefilled post in a new tab; beside it a button for the device's share sheet, where there is one. */
export function ShareButton({ label, words, children }: ShareButtonProps) {
  const hasSheet = useShareSheet()
  return (
    <div className={styles['share']}>
      <ShareLink className={buttonLinkClass} label={label} words={words} />
      {hasSheet && <SheetButton words={words} />}
      {children}
    </div>
  )
}
