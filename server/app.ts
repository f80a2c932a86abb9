import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { createSandbox } from './upstream/sandbox.ts'
import { LOCAL_ADDRESS } from './http/limited.ts'
import { answerError } from './http/answerError.ts'
import { apiHeaders, crossOrigin } from './http/apiHeaders.ts'
import type { AppEnv } from './http/AppEnv.ts'
import { noLimits } from './http/limits.ts'
import { Refusal } from './http/refusal.ts'
import { siteHeaders } from './http/siteHeaders.ts'
import type { AnsweredCall } from './http/tellAnswer.ts'
import { tellAnswer } from './http/tellAnswer.ts'
import { apiDocs } from './openapi/apiDocs.ts'
import type { Viewer } from './openapi/apiDocs.ts'
import type { Keys } from './proof/challengeKey.ts'
import { DEVELOPMENT_ENC_KEY } from './proof/encryptedAddress.ts'
import type { AppParts } from './routes/AppParts.ts'
import { checkBatch } from './routes/checkBatch.ts'
import { checkByUser } from './routes/checkByUser.ts'
import { generateKeyvalue } from './routes/generateKeyvalue.ts'
import { healthz } from './routes/healthz.ts'
import { ip } from './routes/ip.ts'
import { oembed } from './routes/oembed.ts'
import { savedHistory } from './routes/savedHistory.ts'
import { timings } from './routes/timings.ts'
import type { Site } from './site/serveSite.ts'
import { serveSite } from './site/serveSite.ts'
import { createMemoryStore } from './store/memoryStore.ts'

export type AppOptions = Partial<AppParts> & {
  /** Origins of sites that call this API from elsewhere. */
  origins?: readonly string[]
  site?: Site
  /** The page that shows the API to people. */
  viewer?: Viewer
  /** Called after every answer of the API. */
  onAnswer?: (call: AnsweredCall) => void
}

/**
 * The whole server as one hono app, for every platform that hono supports, and in-process through `app.request`. Without options:
 * the sandbox without delay, no limits, and a store in memory.
 */
export function createApp(options: AppOptions = {}): Hono<AppEnv> {
  const parts = partsOf(options)
  const { origins = [], site = new Map(), viewer = new Map(), onAnswer = () => undefined } = options
  const app = new Hono<AppEnv>()
  app.onError(answerError(parts.onFault))

  app.use('/api/*', tellAnswer(onAnswer))
  if (origins.length > 0) app.use('/api/*', crossOrigin(origins))
  app.use('/api/*', apiHeaders(parts.upstream.name))
  app.post('/api/generate-keyvalue', ...generateKeyvalue(parts))
  app.post('/api/check-by-user', ...checkByUser(parts))
  app.post('/api/check-by-user-inner', ...checkByUser(parts))
  app.post('/api/check-batch', ...checkBatch(parts))
  app.get('/api/get-history-by-session-id', ...savedHistory(parts))
  app.get('/api/oembed', ...oembed(parts))
  app.get('/api/ip', ...ip(parts))
  app.post('/api/timings', ...timings(parts))
  app.route('/api', apiDocs(viewer))
  app.all('/api/*', () => {
    throw new Refusal('no_such_call')
  })

  app.get('/healthz', apiHeaders(parts.upstream.name), ...healthz(parts))
  app.get('*', siteHeaders, serveSite(site))
  return app
}

const DAY_MS = 86_400_000

function partsOf(options: Partial<AppParts>): AppParts {
  const now = options.now ?? Date.now
  const keys: Keys = [randomBytes(32).toString('base64url')]
  return {
    store: options.store ?? createMemoryStore(now),
    upstream: options.upstream ?? createSandbox(),
    limits: noLimits,
    addressOf: () => LOCAL_ADDRESS,
    keys: () => keys,
    difficulty: 3,
    encKey: Buffer.from(DEVELOPMENT_ENC_KEY),
    historyMs: 90 * DAY_MS,
    deadlineMs: 40_000,
    draining: new AbortController().signal,
    ending: new AbortController().signal,
    now,
    onTimings: () => undefined,
    onFault: () => undefined,
    ...options,
  }
}
