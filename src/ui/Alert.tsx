import type { ReactNode } from 'react'
import styles from './Alert.module.css'
import { useArrival } from './useArrival.tsx'

type AlertProps = {
  title: string
  /** Set where the visitor waits for the outcome: the title is then brought into view, once. */
  arrival?: number
  children: ReactNode
}

/** A message that a screen reader announces as soon as it appears. */
export function Alert({ title, arrival, children }: AlertProps) {
  const heading = useArrival<HTMLHeadingElement>(arrival)
  const Title = arrival === undefined ? 'p' : 'h2'
  return (
    <div role="alert" className={`verdict ${styles['alert']}`}>
      <Title ref={heading} tabIndex={-1} className={styles['title']}>
        {title}
      </Title>
      {children}
    </div>
  )
}
