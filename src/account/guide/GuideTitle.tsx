import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import styles from './GuidedCheck.module.css'

/** The heading of a card of the guide. It takes the focus when the card comes, so that screen readers begin here. */
export function GuideTitle({ id, children }: { id: string; children: ReactNode }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <h2 ref={title} id={id} tabIndex={-1} className={styles['title']}>
      {children}
    </h2>
  )
}
