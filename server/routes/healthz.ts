import { createFactory } from 'hono/factory'
import type { AppEnv } from '../http/AppEnv.ts'
import { REFUSALS } from '../http/refusal.ts'
import type { RefusalCode } from '../http/refusal.ts'
import type { AppParts } from './AppParts.ts'

/** How long a probe's result is reused … */
const KEEP_MS = 2000
/** … how long to wait for the next one, so that a store that hangs does not block the load balancer … */
const WAIT_MS = 80
/** … and how long the previous result is used while the store does not answer. */
const STAND_IN_MS = 5000

/** For a load balancer: whether this process can take checks now. It cannot when the store does not take a claim. */
export function healthz({ store, upstream, draining, now, onFault }: AppParts) {
  let known = { isWell: false, at: -Infinity }
  let probing: Promise<boolean> | null = null

  async function probe(): Promise<boolean> {
    const isWell = await store.health().then(
      () => true,
      (error: unknown) => (onFault(error), false),
    )
    known = { isWell, at: now() }
    probing = null
    return isWell
  }
  async function isWell(): Promise<boolean> {
    if (now() - known.at < KEEP_MS) return known.isWell
    probing ??= probe()
    const isFirst = known.at === -Infinity
    if (isFirst) return await probing
    const standIn = known.isWell && now() - known.at < STAND_IN_MS
    const late = new Promise<boolean>((resolve) => setTimeout(resolve, WAIT_MS, standIn))
    return await Promise.race([probing, late])
  }

  return createFactory<AppEnv>().createHandlers(async (c) => {
    const unwell = (code: RefusalCode) =>
      c.json({ status: 'unavailable', message: REFUSALS[code].message, code }, 503)
    if (draining.aborted) return unwell('ending')
    if (!(await isWell())) return unwell('store_away')
    const trouble = upstream.trouble()
    return c.json(trouble ? { status: 'ok', trouble } : { status: 'ok' })
  })
}
