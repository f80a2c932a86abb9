import type { ReactNode } from 'react'
import styles from './Field.module.css'

/** The frame around a text input and the elements beside it. */
export function Field({ invalid = false, children }: { invalid?: boolean; children: ReactNode }) {
  return (
    <div className={styles['field']} data-invalid={invalid}>
      {children}
    </div>
  )
}
