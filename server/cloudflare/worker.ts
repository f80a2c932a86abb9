import { HISTORY_PATH } from '../../contract/paths.ts'
import { createApp } from '../app.ts'
import { ConfigError, appOptionsOf, configWarnings } from '../config.ts'
import { openUpstream } from '../openUpstream.ts'
import { rotateSigningKey } from '../proof/keyring.ts'
import {
  readCloudflareConfig,
  createIsolateKeys,
  logLine,
  logServerFailure,
  logFault,
  LOGGING_X_MONITOR,
  logWrongToken,
  answerMissingFile,
} from './isolate.ts'
import type { StaticAssets } from './isolate.ts'
import { OPERATOR_PATH, answerOperatorCall } from './operatorCalls.ts'
import { createDurableCount, createDurableSecretBox, createDurableStore } from './durableStore.ts'
import type { StoreObject } from './StoreObject.ts'
import type { NamedObjects } from './durableStore.ts'
import type { Upstream, UpstreamChoice } from '../upstream/Upstream.ts'
import { createDurableUpstream } from './upstream.ts'
import type { UpstreamObject } from './upstream.ts'

export { StoreObject } from './StoreObject.ts'
export { UpstreamObject } from './upstream.ts'

type Bindings = {
  STORE: NamedObjects<StoreObject>
  UPSTREAM_X: NamedObjects<UpstreamObject>
  ASSETS: StaticAssets
}

/** Made on an isolate's first call and kept for its life, in which the bindings never change. */
let made: ReturnType<typeof make> | undefined

function make(env: Bindings) {
  const config = readCloudflareConfig(env)
  for (const warning of configWarnings(config)) logLine('warn', { msg: warning })
  const store = createDurableStore(env.STORE, config.historyMaxBytes)
  const keys = createIsolateKeys(createDurableSecretBox(env.STORE), logFault)
  const health = async () => {
    keys.keys()
    return await store.health()
  }
  const upstreams = {
    sandbox: () => openUpstream(config, store, logFault, LOGGING_X_MONITOR),
    x: () => createDurableUpstream(env.UPSTREAM_X, config, logFault),
  } satisfies Record<UpstreamChoice, () => Upstream>
  const never = new AbortController().signal
  const app = createApp({
    ...appOptionsOf(config, createDurableCount(env.STORE)),
    store: { ...store, health },
    upstream: upstreams[config.upstream](),
    keys: keys.keys,
    settings: () => config,
    // Cloudflare overwrites this header, so visitors cannot forge it.
    addressOf: (c) => c.req.header('CF-Connecting-IP') ?? '0.0.0.0',
    // An isolate is never told that it will stop, and has no metrics.
    draining: never,
    ending: never,
    onSave: () => undefined,
    onTimings: () => undefined,
    onFault: logFault,
    onAnswer: logServerFailure,
    shell: async () => {
      const page = await env.ASSETS.fetch('https://assets.invalid/app')
      return page.ok ? await page.text() : null
    },
  })
  const operator = {
    token: config.operatorToken,
    budgetUsd: config.budgetUsd,
    store,
    secretBox: createDurableSecretBox(env.STORE),
    onWrongToken: logWrongToken,
  }
  return { app, keys, operator }
}

async function batchPage(request: Request, env: Bindings): Promise<Response> {
  try {
    const page = await (made ??= make(env)).app.fetch(request)
    if (page.ok) return page
  } catch (error) {
    logFault(error)
  }
  return await env.ASSETS.fetch(request.url)
}

export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const { pathname } = new URL(request.url)
    // This includes paths that only look like a saved batch: the assets have one page for all of them.
    if (pathname.startsWith(HISTORY_PATH)) return await batchPage(request, env)
    if (!/^\/(?:api\/|healthz$)/.test(pathname)) return await answerMissingFile(request, env.ASSETS)
    try {
      made ??= make(env)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      for (const fault of error.faults) console.error(fault)
      return Response.json(
        { message: 'The server is not configured.', code: 'not_configured' },
        { status: 503 },
      )
    }
    if (pathname === OPERATOR_PATH)
      return await answerOperatorCall(request, made.operator).catch((error: unknown) => {
        logFault(error)
        return Response.json({ message: 'The server failed.', code: 'internal' }, { status: 500 })
      })
    // Without keys, the app refuses the calls that need them.
    await made.keys.refresh().catch(logFault)
    return await made.app.fetch(request)
  },

  async scheduled(_event: unknown, env: Bindings): Promise<void> {
    await rotateSigningKey(createDurableSecretBox(env.STORE))
  },
}
