import type { ReactNode } from 'react'
import styles from './TwoColumns.module.css'
import { useSticky } from './useSticky.tsx'

type TwoColumnsProps = {
  left: ReactNode
  right: ReactNode
  /** Keeps the left column in sight while the right one scrolls, where it fits into the window. */
  sticky?: boolean
}

/** One column on phones, two from 900 px: what the visitor does on the left, what belongs to it on the right. */
export function TwoColumns({ left, right, sticky = false }: TwoColumnsProps) {
  const column = useSticky(sticky)
  return (
    <div className={styles['columns']}>
      <div ref={column} className={styles['column']}>
        {left}
      </div>
      <div className={styles['column']}>{right}</div>
    </div>
  )
}
