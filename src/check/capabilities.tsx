import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import type { Capabilities } from '../../contract/wire.ts'
import { config } from '../config.ts'
import { useAhead } from '../lib/Lazy.tsx'
import { createPart } from '../lib/loadChunk.ts'
import { Sentence } from '../text/Sentence.tsx'
import { capabilitySentence, postCapabilitySentence } from '../text/capabilities.ts'
import { text } from '../text/ja.ts'
import { InfoSections } from '../ui/InfoSections.tsx'
import { upstreamAtom } from './CheckError.ts'
import styles from './capabilities.module.css'

/** The call's code, fetched while the page is idle. */
const fetchPart = createPart(async () => (await import('./fetchCapabilities.ts')).fetchCapabilities)

const stateAtom = atom<Capabilities | null>(config.capabilities)

/** What the server can judge; null as long as that is not known. */
export const capabilitiesAtom = atom((get) => get(stateAtom))

/** Asks the server what it can judge, unless that is known. A failure leaves it unknown: then the page promises nothing. */
export const askCapabilitiesAtom = atom(null, async (get, set) => {
  if (get(stateAtom)) return
  await fetchPart.ahead()
  const capabilities = await fetchPart
    .loaded()?.()
    .catch(() => undefined)
  if (capabilities) set(stateAtom, capabilities)
})

const SENTENCES = { account: capabilitySentence, posts: postCapabilitySentence }

/** What the server can judge, and whether it is a demo, said before a check. It is asked ahead, as parts of the app are fetched; room for its answer is kept from the start. */
export function CapabilitiesLine({ about }: { about: keyof typeof SENTENCES }) {
  const capabilities = useAtomValue(capabilitiesAtom)
  const ask = useSetAtom(askCapabilitiesAtom)
  useAhead(useMemo(() => [{ ahead: ask }], [ask]))
  const isSandbox = useAtomValue(upstreamAtom) === 'sandbox'
  const sentence = `${isSandbox ? text.sandbox.before : ''}${SENTENCES[about](capabilities)}`
  return (
    <p className={`muted small ${styles['line']}`} data-about={about}>
      {/* Replaced as a whole: words that move within the line would count as a shift of the layout. */}
      <Sentence key={sentence}>{sentence}</Sentence>
    </p>
  )
}

/** The information sections of a page. A server that says what it can judge tells restricted posts from excluded ones. */
export function PageInfo({ usage }: { usage: string }) {
  const capabilities = useAtomValue(capabilitiesAtom)
  return <InfoSections usage={usage} tellsRestricted={capabilities !== null} />
}
