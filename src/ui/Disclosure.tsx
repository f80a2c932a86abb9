import type { ReactNode } from 'react'
import styles from './Disclosure.module.css'

type DisclosureProps = { summary: ReactNode; open?: boolean; children: ReactNode }

/** A native `details` with an arrow that turns: right while collapsed, down while expanded. */
export function Disclosure({ summary, open = false, children }: DisclosureProps) {
  return (
    <details className={styles['disclosure']} open={open}>
      <summary className={styles['summary']}>{summary}</summary>
      <div className={styles['body']}>{children}</div>
    </details>
  )
}
