import { useId, useState } from 'react'
import type { ReactElement, ReactNode } from 'react'
import type { Method } from '../../contract/evidence.ts'
import { Sentence } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { resultText } from '../text/result.ts'
import { Button, Link, buttonLinkClass, filledLinkClass } from '../ui/controls.tsx'
import { useInBrowser } from '../ui/hooks.tsx'
import { methodLine } from './method.ts'
import styles from './ShareRow.module.css'

/** The URL of X's page for writing a post, with the text filled in. */
export function shareIntent(words: string): string {
  return `https://x.com/intent/tweet?text=${encodeURIComponent(words)}`
}

/** Opens X with a prefilled post in a new tab. */
export function ShareLink({ className, label, words }: { className: string; label: string; words: string }) {
  return (
    <a className={className} href={shareIntent(words)} target="_blank" rel="noopener noreferrer">
      <span>{label}</span>
      <span className="visually-hidden">{text.newTab}</span>
    </a>
  )
}

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
  if (!share) return <div className="stack">{children}</div>
  const hasRest = Boolean(hasSheet || children)
  return (
    <div className="stack screen-only">
      <div className={`cluster ${styles['row']}`}>
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
      <div id={id} hidden={!isOpen} className="stack">
        {hasSheet && <SheetButton words={share.words} />}
        {children}
      </div>
    </div>
  )
}

/** The way from a verdict to what it rests on. */
export function HowLink() {
  return (
    <p>
      <Link to="/how" className="touchable">
        {text.how}
      </Link>
    </p>
  )
}

/** By which version of the method a result came about, and when X was asked. */
export function MethodNote({ method }: { method: Method | null }) {
  if (!method) return null
  return (
    <p className="muted small">
      <Sentence>{methodLine(method)}</Sentence>
    </p>
  )
}

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
    <div className={`cluster screen-only ${styles['share']}`}>
      <ShareLink className={buttonLinkClass} label={label} words={words} />
      {hasSheet && <SheetButton words={words} />}
      {children}
    </div>
  )
}
