import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { Hono } from 'hono'
import { ApiError, answerError } from './http/errors.ts'
import type { AppEnv } from './http/errors.ts'
import { identifyClient } from './http/limits.ts'
import {
  accessLog,
  apiHeaders,
  crossOrigin,
  refuseDenied,
  refuseInMaintenance,
  sameOriginOnly,
  siteHeaders,
} from './http/middleware.ts'
import type { AnsweredCall } from './http/middleware.ts'
import { apiDocs } from './openapi/openapi.ts'
import type { Reference } from './openapi/openapi.ts'
import type { AppDependencies } from './routes/AppDependencies.ts'
import { checkBatch, createHistoryReader, savedHistory } from './routes/batch.ts'
import { checkByUser, generateKeyvalue, ip, oembed } from './routes/checks.ts'
import { getFeedbackReport, postFeedback } from './routes/feedback.ts'
import { getCapabilities, healthz, searchHealth, timings } from './routes/status.ts'
import { BATCH_ROUTE, batchPage } from './site/batchCard.ts'
import { serveSite } from './site/site.ts'
import type { Site } from './site/site.ts'

/** The calls of a check: a challenge, and what it is spent on. */
const CHECK_PATHS = [
  '/api/generate-keyvalue',
  '/api/check-by-user',
  '/api/check-by-user-inner',
  '/api/check-batch',
] as const

export type AppOptions = Omit<AppDependencies, 'settings' | 'troubles' | 'version'> & {
  settings?: AppDependencies['settings']
  troubles?: AppDependencies['troubles']
  version?: string
  /** Whether the operator has denied an address. */
  isDenied?: (address: string) => boolean
  origins?: readonly string[]
  site?: Site
  /** The site's page for saved batches, where the site is not served by this app. */
  shell?: () => Promise<string | null>
  reference?: Reference
  onAnswer?: (call: AnsweredCall) => void
}

/** The whole server as one hono app, for every platform that hono supports, and in-process through `app.request`. */
export function createApp({
  origins = [],
  site = new Map(),
  shell = async () => site.get('/app.html')?.body.toString() ?? null,
  reference = new Map(),
  onAnswer = () => undefined,
  isDenied,
  settings = () => ({ notice: '', maintenance: '' }),
  troubles = () => [],
  version = '',
  ...parts
}: AppOptions): Hono<AppEnv> {
  const deps: AppDependencies = { ...parts, settings, troubles, version }
  const app = new Hono<AppEnv>()
  const readHistory = createHistoryReader(deps)
  app.onError(answerError(deps.onFault))

  app.use('/api/*', accessLog(onAnswer))
  if (origins.length > 0) app.use('/api/*', crossOrigin(origins))
  app.use('/api/*', apiHeaders(deps.upstream.name))
  if (isDenied) app.use('/api/*', refuseDenied(isDenied, deps.addressOf))
  app.use('/api/*', identifyClient(deps.addressOf))
  for (const path of CHECK_PATHS)
    app.use(
      path,
      refuseInMaintenance(() => settings().maintenance),
    )
  app.post('/api/generate-keyvalue', ...generateKeyvalue(deps))
  app.post('/api/check-by-user', ...checkByUser(deps, 'Check an account.'))
  app.post('/api/check-by-user-inner', ...checkByUser(deps, 'Check an account (test variant).'))
  app.post('/api/check-batch', ...checkBatch(deps))
  const sameOrigin = sameOriginOnly(origins)
  app.get('/api/get-history-by-session-id', sameOrigin, ...savedHistory(deps, readHistory))
  app.get('/api/capabilities', ...getCapabilities(deps))
  app.get('/api/search-health', ...searchHealth(deps))
  app.get('/api/oembed', sameOrigin, ...oembed(deps))
  app.get('/api/ip', sameOrigin, ...ip(deps))
  app.post('/api/timings', ...timings(deps))
  app.post('/api/agreement', ...postFeedback(deps))
  app.get('/api/agreement', sameOrigin, ...getFeedbackReport(deps))
  app.route('/api', apiDocs(app, reference))
  app.all('/api/*', () => {
    throw new ApiError('no_such_call')
  })

  app.get('/healthz', apiHeaders(deps.upstream.name), ...healthz(deps))
  // A Worker's answers are compressed by its platform.
  if (site.size > 0) app.get(BATCH_ROUTE, compress())
  app.get(BATCH_ROUTE, siteHeaders, batchPage(deps, readHistory, shell))
  app.get('*', etag(), siteHeaders, serveSite(site))
  return app
}
