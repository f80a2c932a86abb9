import { useAtomValue } from 'jotai'
import { InfoSections } from '../ui/InfoSections.tsx'
import { capabilitiesAtom } from './capabilitiesAtom.ts'

/** The information sections of a page. A server that says what it can judge tells restricted posts from excluded ones. */
export function PageInfo({ usage }: { usage: string }) {
  const capabilities = useAtomValue(capabilitiesAtom)
  return <InfoSections usage={usage} tellsRestricted={capabilities !== null} />
}
