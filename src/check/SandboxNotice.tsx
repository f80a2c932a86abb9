import { useAtomValue } from 'jotai'
import { Paragraph } from '../text/Sentence.tsx'
import { text } from '../text/ja.ts'
import { upstreamAtom } from './CheckError.ts'

/** Stands above every result from the sandbox, so that invented accounts are never taken for real ones. */
export function SandboxNotice() {
  const upstream = useAtomValue(upstreamAtom)
  return upstream === 'sandbox' ? <InventedNotice /> : null
}

export function InventedNotice() {
  return <Paragraph className="invented">{text.sandbox.notice}</Paragraph>
}
