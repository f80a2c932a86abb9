import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import type { SandboxName } from '../contract/sandboxAccounts.ts'
import { createApp } from './app.ts'
import { appOptionsOf, configOrExit, configWarnings, exitWithError } from './config.ts'
import { nodeAddress, parseTrusted } from './http/limits.ts'
import { listen } from './http/listen.ts'
import { logFault, monitorX, serveMetrics } from './metrics.ts'
import { openUpstream } from './openUpstream.ts'
import { loadReference } from './openapi/loadReference.ts'
import { REFRESH_MS, readKeyring } from './proof/keyring.ts'
import { loadSite } from './site/site.ts'
import { openBackend } from './store/openBackend.ts'
import { tryToken } from './upstream/x/client/calls.ts'

const config = configOrExit(process.env)
/** JSON lines. What is logged never holds an address, a screen name, a URL or a token: only routes, codes and faults. */
const log = pino({ level: config.logLevel, base: null })
const onFault = logFault(log)
for (const warning of configWarnings(config)) log.warn(warning)
const { metricsPort, storeUrl } = config
const noMetrics = exitWithError(`METRICS_PORT ${metricsPort} cannot be opened`)
const metrics = metricsPort === null ? null : await serveMetrics(metricsPort).catch(noMetrics)

const noStore = storeUrl === '' ? 'The database in DATA_DIR cannot be opened' : 'STORE_URL cannot be reached'
const deadStore = exitWithError('The thread of the database has died')
const { store, count, secretBox, warnings } = await openBackend(config, onFault, deadStore).catch(
  exitWithError(noStore),
)
for (const warning of warnings) log.warn(warning)
const keyring = await readKeyring(secretBox).catch(exitWithError('The challenge keys cannot be read'))
const refreshing = setInterval(() => keyring.refresh().catch(onFault), REFRESH_MS)
const upstream = openUpstream(config, store, onFault, monitorX(log, metrics?.registry))
const healthWarning = upstream.healthWarning()
if (healthWarning) log.warn(healthWarning)
const draining = new AbortController()
const ending = new AbortController()
const app = createApp({
  ...appOptionsOf(config, count),
  store,
  upstream,
  keys: keyring.keys,
  addressOf: nodeAddress(config.trustedProxies.length > 0 ? parseTrusted(config.trustedProxies) : null),
  reference: loadReference(),
  site: loadSite(join(import.meta.dirname, '../dist')),
  draining: draining.signal,
  ending: ending.signal,
  onTimings: (timings) => metrics?.observeTimings(timings),
  onFault,
  onAnswer(call) {
    metrics?.countAnswer(call)
    log[call.status >= 500 ? 'warn' : 'debug'](call, 'answer')
  },
})

const at = config.hostGiven ? ` on HOST ${config.host}` : ''
const { url, announceEnd, drain } = await listen(app, config.port, config.host).catch(
  exitWithError(`PORT ${config.port}${at} cannot be opened`),
)

/** After SIGTERM new requests are still answered for this long, while load balancers learn of it; after Ctrl+C there is no such delay. */
const GRACE_MS = { SIGTERM: 2000, SIGINT: 0 }
/** Checks that are still under way after this long are cut, before the process ends. */
const CUT_MS = 5500

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    log.info('draining')
    draining.abort()
    announceEnd()
    await delay(GRACE_MS[signal])
    setTimeout(() => ending.abort(), CUT_MS)
    await drain()
    clearInterval(refreshing)
    metrics?.server.close()
    await store.close()
    process.exit(0)
  })
}

if (metrics) console.log(`Metrics on ${metrics.url}`)
if (config.upstream === 'x' && config.bearerToken !== '') {
  void tryToken(config.apiBase, config.bearerToken).then(({ isTaken, said }) =>
    log[isTaken ? 'info' : 'warn'](said),
  )
}

// Printed last: whoever waits for it may send a signal at once.
const names: SandboxName[] = ['sbx_clear', 'sbx_all_bans', 'sbx_mixed']
const hint = config.upstream === 'sandbox' ? ` — invented accounts to try: ${names.join(', ')}` : ''
console.log(`Listening on ${url}${hint}`)
