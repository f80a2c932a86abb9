import { atom } from 'jotai/vanilla'
import ky, { TimeoutError } from 'ky'
import * as v from 'valibot'
import { readFromTab, storeInTab } from '../../lib/tabStore.ts'
import { AUTOMATION_VERSION } from '../automation/automation.ts'
import type { RunResult } from '../model/result.ts'

type TargetOfLink = { url: string; origin: string } | { unusable: 'malformed' | 'insecure' | 'secrets' }

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/**
 * Reads the parameter `post` of a link; null if it has none. Plain http is accepted for this device, and on pages that came over plain
 * http themselves.
 */
export function readTargetOfLink(
  query: URLSearchParams,
  page: { href: string; protocol: string },
): TargetOfLink | null {
  const asked = query.get('post')
  if (asked === null) return null
  const url = toUrl(asked, page.href)
  if (!url) return { unusable: 'malformed' }
  const { protocol, hostname, username, password, href, origin } = url
  if (username !== '' || password !== '') return { unusable: 'secrets' }
  const plain = protocol === 'http:' && (page.protocol === 'http:' || LOOPBACK.test(hostname))
  if (protocol !== 'https:' && !plain) return { unusable: protocol === 'http:' ? 'insecure' : 'malformed' }
  return { url: href, origin }
}

function toUrl(text: string, base: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

const AGREED_URLS_KEY = 'pow-post'

const Urls = v.fallback(v.array(v.string()), [])

/** Reads the addresses to which the tester has agreed in this tab. */
export const readAgreedUrls = () => v.parse(Urls, readFromTab(AGREED_URLS_KEY))

export type SendResultOutcome =
  | { name: 'sent' }
  | { name: 'refused'; status: number }
  | { name: 'policy' | 'network' | 'late' }

/** Longest wait for the receiver, in milliseconds: a result may have megabytes, and a phone's connection may be slow. */
const TIMEOUT_MS = 60_000

async function sendResult(url: string, result: RunResult): Promise<SendResultOutcome> {
  const { origin } = new URL(url)
  const left = new AbortController()
  // Whether the page's content policy blocks the address. `fetch` alone fails in the same way if nobody answers.
  let isBlocked = false
  const note = ({ blockedURI }: SecurityPolicyViolationEvent) => (isBlocked ||= blockedURI.startsWith(origin))
  globalThis.document?.addEventListener('securitypolicyviolation', note, { signal: left.signal })
  try {
    const { ok, status } = await ky.post(url, {
      json: result,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      redirect: 'error',
      cache: 'no-store',
      retry: 0,
      timeout: TIMEOUT_MS,
      throwHttpErrors: false,
    })
    return ok ? { name: 'sent' } : { name: 'refused', status }
  } catch (error) {
    if (error instanceof TimeoutError) return { name: 'late' }
    // The event of the content policy is dispatched in a separate task, which may run after the failure.
    await new Promise((resolve) => setTimeout(resolve))
    return { name: isBlocked ? 'policy' : 'network' }
  } finally {
    left.abort()
  }
}

/** Where the result of a run is sent. `sendsWithoutAsking`: the operator of this site allowed it, so the tester is not asked for consent. */
export type ResultTarget = { url: string; sendsWithoutAsking: boolean }

type Posting =
  | { name: 'idle' | 'declined' }
  | { name: 'asking' | 'sending'; result: RunResult }
  | { name: 'done'; result: RunResult; sent: SendResultOutcome }

const writablePostingAtom = atom<Posting>({ name: 'idle' })
export const sendResultStateAtom = atom((get) => get(writablePostingAtom))

/** The result that was sent or offered last. */
const offeredAtom = atom<RunResult | null>(null)

/** Sends a result once if its receiver needs no consent or got it in this tab before; otherwise asks the visitor. */
export const sendOrOfferResultAtom = atom(
  null,
  async (get, set, { url, sendsWithoutAsking }: ResultTarget, result: RunResult) => {
    if (get(offeredAtom) === result) return
    set(offeredAtom, result)
    if (sendsWithoutAsking || readAgreedUrls().includes(url)) await set(sendResultAtom, url, result)
    else set(writablePostingAtom, { name: 'asking', result })
  },
)

/** Sends a result, and remembers for this tab that the visitor agreed to its receiver. */
export const agreeToSendResultAtom = atom(null, async (_, set, url: string, result: RunResult) => {
  storeInTab(AGREED_URLS_KEY, [...readAgreedUrls(), url])
  await set(sendResultAtom, url, result)
})

export const declineToSendResultAtom = atom(null, (_, set) => set(writablePostingAtom, { name: 'declined' }))

export const sendResultAtom = atom(null, async (get, set, url: string, result: RunResult) => {
  set(writablePostingAtom, { name: 'sending', result })
  const sent = await sendResult(url, result)
  // A later run may have replaced this one meanwhile.
  const state = get(writablePostingAtom)
  if ('result' in state && state.result === result) set(writablePostingAtom, { name: 'done', result, sent })
  const detail = { version: AUTOMATION_VERSION, url, ...sent }
  // This event must stay the same, like those of `window.powRun`: other people's scripts rely on it.
  globalThis.window?.dispatchEvent(new CustomEvent('pow:posted', { detail }))
})
