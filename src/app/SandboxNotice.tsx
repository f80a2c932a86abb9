import { useAtomValue } from 'jotai'
import { upstreamAtom } from '../check/upstreamAtom.ts'
import { text } from '../text/ja.ts'
import styles from './SandboxNotice.module.css'

/** Said for as long as answers come from the sandbox. It stays at the window's edge, so nothing jumps when it comes. */
export function SandboxNotice() {
  const upstream = useAtomValue(upstreamAtom)
  if (upstream !== 'sandbox') return null
  return (
    <aside className={styles['notice']}>
      <p>{text.sandbox.notice}</p>
    </aside>
  )
}
