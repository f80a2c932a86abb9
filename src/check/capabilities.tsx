import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import type { Capabilities } from '../../contract/wire.ts'
import { config } from '../config.ts'
import { usePrefetch } from '../lib/Lazy.tsx'
import { lazyModule } from '../lib/loadChunk.ts'
import { Sentence } from '../text/Sentence.tsx'
import { capabilitySentence, postCapabilitySentence } from '../text/capabilities.ts'
import { text } from '../text/ja.ts'
import type { SearchHealthLines } from '../text/searchHealth.ts'
import { InfoSections } from '../ui/InfoSections.tsx'
import { upstreamAtom } from './CheckError.ts'
import styles from './capabilities.module.css'

/** The call's code, fetched while the page is idle. */
const fetchModule = lazyModule(async () => (await import('./fetchCapabilities.ts')).fetchCapabilities)

/** `searchHealth` stands in the place of the sentence while X's search cannot be judged. */
type ServerState = { capabilities: Capabilities | null; searchHealth?: SearchHealthLines }

const stateAtom = atom<ServerState>({ capabilities: config.capabilities })

/** What the server can judge; null as long as that is not known. */
export const capabilitiesAtom = atom((get) => get(stateAtom).capabilities)

/** Asks the server what it can judge, unless the build was told; the browser keeps the answer for half a minute. A failure leaves it as it is known. */
export const askCapabilitiesAtom = atom(null, async (_get, set) => {
  if (config.capabilities) return
  await fetchModule.prefetch()
  const told = await fetchModule
    .loaded()?.()
    .catch(() => undefined)
  if (told) set(stateAtom, told)
})

const SENTENCES = { account: capabilitySentence, posts: postCapabilitySentence }

/** What the server can judge, and whether it is a demo, said before a check, or that X's search cannot be judged now. It is asked ahead, as parts of the app are fetched; room for its answer is kept from the start. */
export function CapabilitiesLine({ about }: { about: keyof typeof SENTENCES }) {
  const { capabilities, searchHealth } = useAtomValue(stateAtom)
  const ask = useSetAtom(askCapabilitiesAtom)
  usePrefetch(useMemo(() => [{ prefetch: ask }], [ask]))
  const isSandbox = useAtomValue(upstreamAtom) === 'sandbox'
  const said = searchHealth?.[about] ?? SENTENCES[about](capabilities)
  const sentence = `${isSandbox ? text.sandbox.before : ''}${said}`
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
