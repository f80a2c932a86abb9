import { useAtomValue } from 'jotai'
import { text } from '../text/ja.ts'
import { Sentence } from '../text/Sentence.tsx'
import { upstreamAtom } from './upstreamAtom.ts'

/** Said in every result, above its heading, for as long as answers come from the sandbox: invented accounts must never be taken for real ones. */
export function SandboxNotice() {
  const upstream = useAtomValue(upstreamAtom)
  if (upstream !== 'sandbox') return null
  return (
    <p className="invented">
      <Sentence>{text.sandbox.notice}</Sentence>
    </p>
  )
}
