import { atom } from 'jotai/vanilla'
import { AUTOMATION_VERSION } from '../automation/Outcome.ts'
import type { Result } from '../model/runResult.ts'
import { agreeTo, isAgreed } from './agreedTargets.ts'
import { sendResult } from './sendResult.ts'
import type { Sent } from './sendResult.ts'

/** A usable address, and whether the site's operator lets results go there without a question. */
export type Receiver = { url: string; unasked: boolean }

type Posting =
  | { name: 'idle' | 'declined' }
  | { name: 'asking' | 'sending'; result: Result }
  | { name: 'done'; result: Result; sent: Sent }

/** The event that tells scripts what came of sending; stable, as those of `window.powRun`. */
export const POSTED = 'pow:posted'

const stateAtom = atom<Posting>({ name: 'idle' })

export const postingAtom = atom((get) => get(stateAtom))

/** A run has ended: sends its result, or asks first. */
export const offerResultAtom = atom(null, async (_, set, { url, unasked }: Receiver, result: Result) => {
  if (unasked || isAgreed(url)) await set(sendAtom, url, result)
  else set(stateAtom, { name: 'asking', result })
})

/** The tester agrees to the address, for this tab. */
export const agreeAtom = atom(null, async (get, set, url: string) => {
  const state = get(stateAtom)
  if (state.name !== 'asking') return
  agreeTo(url)
  await set(sendAtom, url, state.result)
})

export const declineAtom = atom(null, (_, set) => set(stateAtom, { name: 'declined' }))

/** Sends a result that did not arrive once more. */
export const sendAgainAtom = atom(null, async (get, set, url: string) => {
  const state = get(stateAtom)
  if (state.name === 'done' && state.sent.name !== 'sent') await set(sendAtom, url, state.result)
})

const sendAtom = atom(null, async (get, set, url: string, result: Result) => {
  set(stateAtom, { name: 'sending', result })
  const sent = await sendResult(url, result)
  // A later run may have taken over meanwhile.
  const state = get(stateAtom)
  if ('result' in state && state.result === result) set(stateAtom, { name: 'done', result, sent })
  const detail = { version: AUTOMATION_VERSION, url, ...sent }
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(POSTED, { detail }))
})
