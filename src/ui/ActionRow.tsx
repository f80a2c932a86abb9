import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { text } from '../text/ja.ts'
import styles from './ActionRow.module.css'
import { Button } from './controls.tsx'

/** A row of buttons and links without frames. */
export function QuietRow({ children }: { children: ReactNode }) {
  return <div className={`cluster screen-only ${styles['row']}`}>{children}</div>
}

type ActionRowProps = {
  /** The actions that are needed most often. */
  actions: ReactNode
  /** Whether the first of them is filled. */
  leads?: boolean
  /** The id of the element that tells its 「その他」 apart from others. */
  describedBy?: string
  /** Actions that are needed less often. They are folded under 「その他」. */
  children: ReactNode
}

export function ActionRow({ actions, leads = false, describedBy, children }: ActionRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <div className="stack screen-only">
      <div className={`cluster ${styles['row']}`} data-quiet={!leads}>
        {actions}
        <Button
          aria-expanded={isOpen}
          aria-controls={id}
          aria-describedby={describedBy}
          onClick={() => setIsOpen(!isOpen)}
        >
          {text.more}
        </Button>
      </div>
      <div id={id} hidden={!isOpen} className="stack">
        {children}
      </div>
    </div>
  )
}
