import type { ReactNode } from 'react'
import styles from './Alert.module.css'

/** A message that a screen reader announces as soon as it appears. */
export function Alert({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className={styles['alert']}>
      <p className={styles['title']}>{title}</p>
      {children}
    </div>
  )
}
