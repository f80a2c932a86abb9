import { createFactory } from 'hono/factory'
import { inTime } from '../../contract/inTime.ts'
import type { AppEnv } from '../http/AppEnv.ts'
import { REFUSALS } from '../http/refusal.ts'
import type { RefusalCode } from '../http/refusal.ts'
import { steadyClock } from '../http/steadyClock.ts'
import type { AppParts } from './AppParts.ts'

/** How long a probe's result is reused … */
const KEEP_MS = 2000
/** … how long to wait for the next one, so that a store that hangs does not block the load balancer … */
const WAIT_MS = 80
/** … and how long the previous result is used while the store does not answer. */
const STAND_IN_MS = 5000

/** For a load balancer: whether this process can take checks now. It cannot when the store does not take a claim. */
export function healthz({ store, upstream, addresses, draining, now, onFault }: AppParts) {
  const clock = steadyClock(now)
  let known = { isWell: false, at: -Infinity }
  let probing: Promise<boolean> | null = null

  async function probe(): Promise<boolean> {
    const isWell = await store.health().then(
      () => true,
      (error: unknown) => (onFault(error), false),
    )
    known = { isWell, at: clock() }
    probing = null
    return isWell
  }
  async function isWell(): Promise<boolean> {
    if (clock() - known.at < KEEP_MS) return known.isWell
    probing ??= probe()
    const isFirst = known.at === -Infinity
    if (isFirst) return await probing
    const standIn = known.isWell && clock() - known.at < STAND_IN_MS
    return await inTime(probing, WAIT_MS, 'The store takes long').catch(() => standIn)
  }

  return createFactory<AppEnv>().createHandlers(async (c) => {
    const unwell = (code: RefusalCode) =>
      c.json({ status: 'unavailable', message: REFUSALS[code].message, code }, 503)
    if (draining.aborted) return unwell('ending')
    if (!(await isWell())) return unwell('store_away')
    const trouble = [upstream.trouble(), addresses.trouble()].filter((said) => said !== null).join(' ')
    return c.json(trouble ? { status: 'ok', trouble } : { status: 'ok' })
  })
}
