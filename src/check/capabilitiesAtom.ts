import { atom } from 'jotai/vanilla'
import type { Capabilities } from '../../contract/Capabilities.ts'
import { config } from '../config.ts'
import { createPart } from '../load/createPart.ts'

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
