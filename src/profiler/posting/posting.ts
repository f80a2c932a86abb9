import { atom } from 'jotai/vanilla'
import { inTime } from '../../../contract/async.ts'
import { AUTOMATION_VERSION } from '../automation/automation.ts'
import type { Result } from '../model/result.ts'

/** The session storage key for the addresses that the tester has agreed to in this tab. */
const KEY = 'pow-post'

/** Whether the tester has agreed to this very address. Where nothing can be stored, every run asks. */
export function isAgreed(url: string): boolean {
  return agreed().includes(url)
}

export function agreeTo(url: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...new Set([...agreed(), url])]))
  } catch {
    // The next run asks again.
  }
}

function agreed(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((url) => typeof url === 'string') : []
  } catch {
    return []
  }
}

/** What came of sending a result; `status` is the receiver's. */
export type Sent =
  | { name: 'sent' }
  | { name: 'refused'; status: number }
  | { name: 'policy' | 'network' | 'late' }

/** Longest wait for the receiver, in milliseconds: a result may have megabytes, and a phone's connection be slow. */
const PATIENCE = 60_000

/** Sends a result as JSON, without cookies and without telling where the page is. Never throws. */
export async function sendResult(url: string, result: Result): Promise<Sent> {
  const blocked = watchPolicy(url)
  const control = new AbortController()
  try {
    const sending = fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(result),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      signal: control.signal,
    })
    const { ok, status } = await inTime(sending, PATIENCE, LATE)
    return ok ? { name: 'sent' } : { name: 'refused', status }
  } catch (error) {
    if (error instanceof Error && error.message === LATE) return { name: 'late' }
    return { name: (await blocked.seen()) ? 'policy' : 'network' }
  } finally {
    control.abort()
    blocked.end()
  }
}

const LATE = 'The receiver does not answer'

/** Whether the page's own policy keeps it from the address: `fetch` fails in the same way when nobody is there. */
function watchPolicy(url: string) {
  let seen = false
  const { origin } = new URL(url)
  const note = ({ blockedURI }: SecurityPolicyViolationEvent) => {
    if (blockedURI.startsWith(origin)) seen = true
  }
  const target = typeof document === 'undefined' ? null : document
  target?.addEventListener('securitypolicyviolation', note)
  return {
    /** The event comes in a task of its own, which may be later than the failure. */
    async seen() {
      await new Promise((resolve) => setTimeout(resolve))
      return seen
    },
    end: () => target?.removeEventListener('securitypolicyviolation', note),
  }
}

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
