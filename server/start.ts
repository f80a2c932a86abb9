import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { SANDBOX } from '../contract/outcomes.ts'
import type { SandboxName } from '../contract/sandboxAccounts.ts'
import { createApp } from './app.ts'
import { appOptionsOf, readConfigOrExit, configWarnings, exitWithError } from './config.ts'
import type { ApiErrorCode } from '../contract/reasons.ts'
import { createNodeAddressReader, toBlockList } from './http/limits.ts'
import { listenAtSocket, listenForRequests } from './http/listen.ts'
import { registerBudgetMetrics, createFaultLogger, createXMonitor, serveMetrics } from './metrics.ts'
import { createSwitchingUpstream, openUpstream } from './openUpstream.ts'
import { loadReferencePage } from './openapi/loadReference.ts'
import { DenyFileError, openDeniedAddresses } from './operator/deniedAddresses.ts'
import { createFaultLog } from './operator/faultLog.ts'
import { SETTINGS_REFRESH_MS, createSettings } from './operator/settings.ts'
import { SAVES_FAIL_SENTENCE, createTroubles } from './operator/troubles.ts'
import { UNNAMED_PROXY_SENTENCE, watchForUnnamedProxy } from './operator/unnamedProxy.ts'
import { readBuildVersion, versionText } from './operator/version.ts'
import { KEYRING_REFRESH_MS, readKeyring } from './proof/keyring.ts'
import { loadSite } from './site/site.ts'
import { openBackend } from './store/openBackend.ts'
import type { AccessTrial } from './upstream/Upstream.ts'
import { clockWarningSentence } from './upstream/x/health.ts'

const buildVersion = readBuildVersion()
const version = versionText(buildVersion)
if (process.argv.includes('--version')) {
  console.log(version)
  process.exit(0)
}
const config = readConfigOrExit(process.env)
/** JSON lines. What is logged never holds an address, a screen name, a URL or a token: only routes, codes and faults. */
const log = pino({ level: config.logLevel, base: null })
const onFault = createFaultLogger(log)
/** Without the address, and at most once a minute. */
const logDenied = createFaultLog((_code, repeats) =>
  log.warn({ repeats }, 'A call from an address of DENY or DENY_FILE is refused.'),
)
const troubles = createTroubles((sentence) => log.warn(sentence))
for (const warning of configWarnings(config)) log.warn(warning)
const denied = openDenied()
const { metricsPort, storeUrl } = config
const noMetrics = exitWithError(`METRICS_PORT ${metricsPort} cannot be opened`)
const metrics =
  metricsPort === null
    ? null
    : await serveMetrics(metricsPort, config.metricsHost, buildVersion).catch(noMetrics)

const noStore = storeUrl === '' ? 'The database in DATA_DIR cannot be opened' : 'STORE_URL cannot be reached'
const { store, count, secretBox, warnings } = await openBackend(config, onFault).catch(exitWithError(noStore))
for (const warning of warnings) log.warn(warning)
const settings = createSettings(store, config, troubles)
await settings.refresh().catch(onFault)
const keyring = await readKeyring(secretBox).catch(exitWithError('The challenge keys cannot be read'))
const refreshing = [
  setInterval(() => keyring.refresh().catch(onFault), KEYRING_REFRESH_MS),
  setInterval(() => settings.refresh().catch(onFault), SETTINGS_REFRESH_MS),
]
const monitor = createXMonitor(log, metrics?.registry, () => troubles.clear('token'), noteClock)
const upstream = createSwitchingUpstream(
  () => settings.current().judged,
  (judged) => openUpstream({ ...config, judged }, store, onFault, monitor),
)
const { dollarsToday, tryAccess } = upstream
if (metrics && dollarsToday)
  registerBudgetMetrics(metrics.registry, config.budgetUsd, () => dollarsToday().catch(() => null))
const healthWarning = upstream.healthWarning()
if (healthWarning) log.warn(healthWarning)
const trusted = config.trustedProxies.length > 0 ? toBlockList(config.trustedProxies) : null
const draining = new AbortController()
const ending = new AbortController()
const app = createApp({
  ...appOptionsOf(config, count),
  store,
  upstream,
  keys: keyring.keys,
  addressOf: createNodeAddressReader(trusted),
  isDenied: denied.isDenied,
  settings: settings.current,
  troubles: troubles.read,
  version,
  reference: loadReferencePage(),
  site: loadSite(join(import.meta.dirname, '../dist')),
  draining: draining.signal,
  ending: ending.signal,
  onTimings: (timings) => metrics?.observeTimings(timings),
  onFault,
  onSave(isSaved) {
    metrics?.countSave(isSaved)
    if (isSaved) troubles.clear('saves')
    else troubles.note('saves', SAVES_FAIL_SENTENCE)
  },
  onAnswer(call) {
    metrics?.countAnswer(call)
    if (call.code === ('denied' satisfies ApiErrorCode)) logDenied(call.code)
    // Failures that strangers can cause are counted, not logged. The server's own faults are logged where they happen.
    log.debug(call, 'answer')
  },
})

const at = config.hostGiven ? ` on HOST ${config.host}` : ''
const { server, url, announceEnd, drain } = await (config.socketPath === ''
  ? listenForRequests(app, config.port, config.host).catch(
      exitWithError(`PORT ${config.port}${at} cannot be opened`),
    )
  : listenAtSocket(app, config.socketPath, config.socketMode).catch(
      exitWithError('SOCKET_PATH cannot be opened'),
    ))

watchForUnnamedProxy(server, trusted, () => troubles.note('proxy', UNNAMED_PROXY_SENTENCE))
process.on('SIGHUP', () => {
  try {
    denied.reload()
    log.info('DENY_FILE was read again')
  } catch (error) {
    log.error(
      error instanceof DenyFileError ? `${error.message} The former list stays in force.` : { err: error },
    )
  }
})

/** After SIGTERM new requests are still answered for this long, while load balancers learn of it; after Ctrl+C there is no such delay. */
const GRACE_MS = { SIGTERM: 2000, SIGINT: 0 }
/** Checks that are still under way after this long are cut, before the process ends. */
const ABORT_CHECKS_AFTER_MS = 5500

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, async () => {
    log.info('draining')
    draining.abort()
    announceEnd()
    await delay(GRACE_MS[signal])
    setTimeout(() => ending.abort(), ABORT_CHECKS_AFTER_MS)
    await drain()
    for (const timer of refreshing) clearInterval(timer)
    metrics?.server.close()
    await store.close()
    process.exit(0)
  })
}

if (metrics) console.log(`Metrics on ${metrics.url}`)
if (tryAccess) void reportAccess(tryAccess)

// Printed last: whoever waits for it may send a signal at once.
const names: SandboxName[] = ['sbx_clear', 'sbx_all_bans', 'sbx_mixed']
const hint = config.upstream === SANDBOX ? ` — invented accounts to try: ${names.join(', ')}` : ''
console.log(`Listening on ${url}${hint}`)

function openDenied(): ReturnType<typeof openDeniedAddresses> {
  try {
    return openDeniedAddresses(config)
  } catch (error) {
    if (!(error instanceof DenyFileError)) throw error
    console.error(error.message)
    process.exit(78)
  }
}

function noteClock(aheadMs: number): void {
  const sentence = clockWarningSentence(aheadMs)
  if (sentence === null) troubles.clear('clock')
  else troubles.note('clock', sentence)
}

async function reportAccess(tried: () => Promise<AccessTrial>): Promise<void> {
  const { isTaken, isRefused, said } = await tried()
  if (isRefused) troubles.note('token', said)
  else log[isTaken ? 'info' : 'warn'](said)
}
