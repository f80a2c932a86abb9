import type { ReactNode } from 'react'
import styles from './TwoColumns.module.css'

/** One column on phones, two from 900 px: what the visitor does on the left, what belongs to it on the right. */
export function TwoColumns({ left, right }: { left: ReactNode; right: ReactNode }) {
  return (
    <div className={styles['columns']}>
      <div className={styles['column']}>{left}</div>
      <div className={styles['column']}>{right}</div>
    </div>
  )
}
