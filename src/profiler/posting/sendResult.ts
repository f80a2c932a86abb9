import { inTime } from '../../../contract/inTime.ts'
import type { Result } from '../model/runResult.ts'

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
