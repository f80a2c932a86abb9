import { createMiddleware } from 'hono/factory'
import type { AppEnv } from './AppEnv.ts'
import { Refusal } from './refusal.ts'

/** What a browser says of a request that a page of this origin made, or nobody's page. */
const OWN = new Set(['same-origin', 'none'])

/**
 * Refuses calls of pages that are neither of this origin nor of a listed one, where the browser says so. Any page may name the call as the
 * address of a picture: its visitors would then use up their limits, and X would be asked on their behalf.
 */
export function onlyOwnPages(origins: readonly string[]) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const site = c.req.header('Sec-Fetch-Site') ?? 'none'
    if (!OWN.has(site) && !origins.includes(c.req.header('Origin') ?? '')) throw new Refusal('other_site')
    await next()
  })
}
