import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import { text } from '../text/ja.ts'
import styles from './SandboxNotice.module.css'
import { upstreamAtom } from './upstreamAtom.ts'

/** Said beside every result for as long as answers come from the sandbox: invented accounts must never be taken for real ones. */
export function SandboxNotice({ children }: { children?: ReactNode }) {
  const upstream = useAtomValue(upstreamAtom)
  if (upstream !== 'sandbox') return null
  return (
    <aside className={styles['notice']}>
      <p>{text.sandbox.notice}</p>
      {children}
    </aside>
  )
}
