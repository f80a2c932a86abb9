import { useState } from 'react'
import { SandboxNotice } from '../check/SandboxNotice.tsx'
import { createPart } from '../load/createPart.ts'
import { LatePart } from '../load/LatePart.tsx'
import { text } from '../text/ja.ts'
import styles from './SandboxHelp.module.css'

const accountsPart = createPart(async () => (await import('./SandboxAccounts.tsx')).SandboxAccounts)

/** The sandbox's notice with the accounts there are to try, loaded when they are asked for. */
export function SandboxHelp() {
  const [open, setOpen] = useState(false)
  return (
    <SandboxNotice>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className={styles['summary']}>{text.sandbox.accounts}</summary>
        {open && <LatePart part={accountsPart} />}
      </details>
    </SandboxNotice>
  )
}
