import { createFactory } from 'hono/factory'
import type { AppEnv } from '../http/AppEnv.ts'
import type { AppParts } from './AppParts.ts'
import { keptDays } from './savedHistory.ts'

/** How long an answer may be reused: it changes only with the server's configuration. */
const MAX_AGE_S = 300

/** What this server can judge. The same for everybody, so it is not counted to an address and may be kept by caches. */
export function tellCapabilities({ upstream, historyMs, agreementPercent }: AppParts) {
  return createFactory<AppEnv>().createHandlers((c) => {
    c.header('Cache-Control', `public, max-age=${MAX_AGE_S}`)
    const collects = agreementPercent !== null && { agreement: true }
    return c.json({ ...upstream.capabilities, keptDays: keptDays({ historyMs }), ...collects })
  })
}
