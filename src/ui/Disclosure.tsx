import type { ReactNode } from 'react'
import styles from './Disclosure.module.css'

type DisclosureProps = { summary: ReactNode; open?: boolean; onOpen?: () => void; children: ReactNode }

/** A native `details` with an arrow that turns: right while collapsed, down while expanded. */
export function Disclosure({ summary, open = false, onOpen, children }: DisclosureProps) {
  return (
    <details
      className={styles['disclosure']}
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary className={styles['summary']}>{summary}</summary>
      <div className={styles['body']}>{children}</div>
    </details>
  )
}
