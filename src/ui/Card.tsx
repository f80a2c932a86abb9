import { atom } from 'jotai/vanilla'
import { useAtom } from 'jotai'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { Sentence } from '../text/Sentence.tsx'
import styles from './Card.module.css'

export function Card({ className = '', ...props }: ComponentProps<'section'>) {
  return <section {...props} className={`stack gap-12 ${styles['card']} ${className}`} />
}

/** The heading of a card. Its lines end only between phrases. */
export function CardHeading({ children, ...props }: { children: string } & ComponentProps<'h2'>) {
  return (
    <h2 {...props}>
      <Sentence>{children}</Sentence>
    </h2>
  )
}

export function LineList({ lines, ...props }: { lines: readonly string[] } & ComponentProps<'ul'>) {
  return (
    <ul {...props}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

type DisclosureProps = { summary: ReactNode; open?: boolean; onOpen?: () => void; children: ReactNode }

export function Disclosure({ summary, open = false, onOpen, children }: DisclosureProps) {
  return (
    <details
      className={styles['disclosure']}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className={styles['summary']}>{summary}</summary>
      <div className={`stack muted medium ${styles['body']}`}>{children}</div>
    </details>
  )
}

/** Whether a page was shown before: on the first one the focus is left to the browser. */
const shownAtom = atom(false)

/** The heading takes the focus after navigation within the site, so that screen readers begin here. It does so before the paint, so that it never takes the focus from an element that the visitor chose. */
export function PageHeading({ children, lang }: { children: string; lang?: string }) {
  const [shown, setShown] = useAtom(shownAtom)
  const wasShown = useRef(shown)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (wasShown.current) heading.current?.focus({ preventScroll: true })
  }, [])
  useEffect(() => setShown(true), [setShown])
  return (
    <h1 ref={heading} tabIndex={-1} lang={lang}>
      {lang === undefined ? <Sentence>{children}</Sentence> : children}
    </h1>
  )
}
