import { atom } from 'jotai/vanilla'
import { useAtomValue, useSetAtom } from 'jotai'
import { useMemo } from 'react'
import type { Capabilities } from '../../contract/wire.ts'
import { config } from '../config.ts'
import { useAhead } from '../lib/Lazy.tsx'
import { createPart } from '../lib/loadChunk.ts'
import { Sentence } from '../text/Sentence.tsx'
import { capabilitySentence, postCapabilitySentence } from '../text/capabilities.ts'
import type { WeatherLines } from '../text/weather.ts'
import { InfoSections } from '../ui/InfoSections.tsx'
import styles from './capabilities.module.css'

/** The call's code, fetched while the page is idle. */
const fetchPart = createPart(async () => (await import('./fetchCapabilities.ts')).fetchCapabilities)

const stateAtom = atom<Capabilities | null>(config.capabilities)

/** What the server can judge; null as long as that is not known. */
export const capabilitiesAtom = atom((get) => get(stateAtom))

/** How long the server's answer holds, as it says itself. */
const KEEP_MS = 30_000
/** When it came, by the monotonic clock; never for what the build was told, which is not asked for. */
const askedAtom = atom(Infinity)
/** What stands in the place of the sentence while X's search cannot be judged. */
const weatherAtom = atom<WeatherLines | null>(null)

/** Asks the server what it can judge, unless that is known. A failure leaves it unknown: then the page promises nothing. */
export const askCapabilitiesAtom = atom(null, async (get, set) => {
  if (get(stateAtom) && performance.now() - get(askedAtom) < KEEP_MS) return
  await fetchPart.ahead()
  const answer = await fetchPart
    .loaded()?.()
    .catch(() => undefined)
  if (!answer) return
  set(stateAtom, answer.capabilities)
  set(weatherAtom, answer.weather)
  set(askedAtom, performance.now())
})

const SENTENCES = { account: capabilitySentence, posts: postCapabilitySentence }

/** What the server can judge, said before a check, or that X's search cannot be judged now. It is asked ahead, as parts of the app are fetched; room for its answer is kept from the start. */
export function CapabilitiesLine({ about }: { about: keyof typeof SENTENCES }) {
  const capabilities = useAtomValue(capabilitiesAtom)
  const ask = useSetAtom(askCapabilitiesAtom)
  useAhead(useMemo(() => [{ ahead: ask }], [ask]))
  const weather = useAtomValue(weatherAtom)
  const sentence = weather?.[about] ?? SENTENCES[about](capabilities)
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
