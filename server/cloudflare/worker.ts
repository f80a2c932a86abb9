import { HISTORY_PATH } from '../../contract/paths.ts'
import { createApp } from '../app.ts'
import { ConfigError, appOptionsOf, configWarnings } from '../config.ts'
import { openUpstream } from '../openUpstream.ts'
import { rotate } from '../proof/keyring.ts'
import { cloudflareConfig, isolateKeys, log, logAnswer, logFault, logX, missingFile } from './isolate.ts'
import type { Assets } from './isolate.ts'
import { OPERATOR_PATH, answerOperator } from './operatorCalls.ts'
import { durableCount, durableSecretBox, durableStore } from './durableStore.ts'
import type { StoreObject } from './StoreObject.ts'
import type { ObjectsNamed } from './durableStore.ts'
import { durableUpstream } from './upstream.ts'
import type { UpstreamObject } from './upstream.ts'

export { StoreObject } from './StoreObject.ts'
export { UpstreamObject } from './upstream.ts'

type Bindings = {
  STORE: ObjectsNamed<StoreObject>
  UPSTREAM_X: ObjectsNamed<UpstreamObject>
  ASSETS: Assets
}

/** Made on an isolate's first call and kept for its life, in which the bindings never change. */
let made: ReturnType<typeof make> | undefined

function make(env: Bindings) {
  const config = cloudflareConfig(env)
  for (const warning of configWarnings(config)) log('warn', { msg: warning })
  const store = durableStore(env.STORE, config.historyMaxBytes)
  const keys = isolateKeys(durableSecretBox(env.STORE), logFault)
  const health = async () => {
    keys.keys()
    return await store.health()
  }
  const upstream =
    config.upstream === 'x'
      ? durableUpstream(env.UPSTREAM_X, config, logFault)
      : openUpstream(config, store, logFault, logX)
  const never = new AbortController().signal
  const app = createApp({
    ...appOptionsOf(config, durableCount(env.STORE)),
    store: { ...store, health },
    upstream,
    keys: keys.keys,
    settings: () => config,
    // Cloudflare writes this header itself, whatever a visitor sends.
    addressOf: (c) => c.req.header('CF-Connecting-IP') ?? '0.0.0.0',
    // An isolate is never told that it will stop, and has no metrics.
    draining: never,
    ending: never,
    onTimings: () => undefined,
    onFault: logFault,
    onAnswer: logAnswer,
    shell: async () => {
      const page = await env.ASSETS.fetch('https://assets.invalid/app')
      return page.ok ? await page.text() : null
    },
  })
  const operator = {
    token: config.operatorToken,
    budgetUsd: config.budgetUsd,
    store,
    secretBox: durableSecretBox(env.STORE),
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
    // What only looks like a saved batch, too: the assets know the page for all of these.
    if (pathname.startsWith(HISTORY_PATH)) return await batchPage(request, env)
    if (!/^\/(?:api\/|healthz$)/.test(pathname)) return await missingFile(request, env.ASSETS)
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
      return await answerOperator(request, made.operator).catch((error: unknown) => {
        logFault(error)
        return Response.json({ message: 'The server failed.', code: 'internal' }, { status: 500 })
      })
    // Without keys the app refuses what needs them.
    await made.keys.refresh().catch(logFault)
    return await made.app.fetch(request)
  },

  async scheduled(_event: unknown, env: Bindings): Promise<void> {
    await rotate(durableSecretBox(env.STORE))
  },
}
