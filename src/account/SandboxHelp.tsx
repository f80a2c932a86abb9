import { useAtomValue } from 'jotai'
import { useRef, useState } from 'react'
import { upstreamAtom } from '../check/upstreamAtom.ts'
import { createPart } from '../load/createPart.ts'
import { LatePart } from '../load/LatePart.tsx'
import { text } from '../text/ja.ts'
import styles from './SandboxHelp.module.css'

const accountsPart = createPart(async () => (await import('./SandboxAccountList.tsx')).SandboxAccountList)

/**
 * The accounts of the sandbox, loaded when they are asked for. It appears late, with the server's first answer: so it stands beside the
 * label of the field, where it moves nothing.
 */
export function SandboxHelp() {
  const upstream = useAtomValue(upstreamAtom)
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (upstream !== 'sandbox') return null
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles['button']}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {text.sandbox.accounts}
      </button>
      {open && <LatePart part={accountsPart} props={{ onChoice: close }} />}
    </>
  )
}
