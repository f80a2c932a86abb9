import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { upstreamAtom } from '../check/upstreamAtom.ts'
import { createPart } from '../load/createPart.ts'
import { LatePart } from '../load/LatePart.tsx'
import { text } from '../text/ja.ts'
import styles from './SandboxHelp.module.css'

const accountsPart = createPart(async () => (await import('./SandboxAccountList.tsx')).SandboxAccountList)

/** The accounts of the sandbox, loaded when they are opened. At the end of the column, since it appears late and must not move anything. */
export function SandboxHelp() {
  const upstream = useAtomValue(upstreamAtom)
  const [open, setOpen] = useState(false)
  if (upstream !== 'sandbox') return null
  return (
    <details className={styles['help']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={styles['summary']}>{text.sandbox.accounts}</summary>
      {open && <LatePart part={accountsPart} props={{}} />}
    </details>
  )
}
