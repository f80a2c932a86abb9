import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { Hono } from 'hono'
import { LRUCache } from 'lru-cache'
import { ApiError, createErrorHandler } from './http/errors.ts'
import type { AppEnv } from './http/errors.ts'
import { identifyClient } from './http/limits.ts'
import {
  accessLog,
  setApiHeaders,
  allowCrossOrigin,
  refuseDenied,
  refuseInMaintenance,
  sameOriginOnly,
  setSiteHeaders,
} from './http/middleware.ts'
import type { AnsweredCall } from './http/middleware.ts'
import { createApiDocs } from './openapi/openapi.ts'
import type { ReferencePageFiles } from './openapi/openapi.ts'
import type { AppDependencies } from './routes/AppDependencies.ts'
import { checkBatch, createHistoryReader, getSavedHistory } from './routes/batch.ts'
import { checkByUser, generateKeyvalue, getIp, getOembed } from './routes/checks.ts'
import { getCapabilities, healthz, getSearchHealth, postTimings } from './routes/status.ts'
import { SAVED_BATCH_ROUTE, serveBatchPage } from './site/batchCard.ts'
import { serveSite } from './site/site.ts'
import type { SiteFiles } from './site/site.ts'

/** The calls of a check: a challenge, and what it is spent on. */
const CHECK_PATHS = [
  '/api/generate-keyvalue',
  '/api/check-by-user',
  '/api/check-by-user-inner',
  '/api/check-batch',
] as const

/** More than a busy server spends in a challenge's life. About 10 MB when full. */
const SPENT_PROOFS_MAX = 50_000

export type AppOptions = Omit<AppDependencies, 'settings' | 'spentProofs' | 'troubles' | 'version'> & {
  settings?: AppDependencies['settings']
  troubles?: AppDependencies['troubles']
  version?: string
  /** Whether the operator has denied an address. */
  isDenied?: (address: string) => boolean
  origins?: readonly string[]
  site?: SiteFiles
  /** The site's page for saved batches, where the site is not served by this app. */
  shell?: () => Promise<string | null>
  reference?: ReferencePageFiles
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
  const spentProofs = new LRUCache<string, true>({ max: SPENT_PROOFS_MAX })
  const deps: AppDependencies = { ...parts, settings, spentProofs, troubles, version }
  const app = new Hono<AppEnv>()
  const readHistory = createHistoryReader(deps)
  app.onError(createErrorHandler(deps.onFault))

  app.use('/api/*', accessLog(onAnswer))
  if (origins.length > 0) app.use('/api/*', allowCrossOrigin(origins))
  app.use('/api/*', setApiHeaders(deps.upstream.name))
  if (isDenied) app.use('/api/*', refuseDenied(isDenied, deps.addressOf))
  app.use('/api/*', identifyClient(deps))
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
  app.get('/api/get-history-by-session-id', sameOrigin, ...getSavedHistory(deps, readHistory))
  app.get('/api/capabilities', ...getCapabilities(deps))
  app.get('/api/search-health', ...getSearchHealth(deps))
  app.get('/api/oembed', sameOrigin, ...getOembed(deps))
  app.get('/api/ip', sameOrigin, ...getIp(deps))
  app.post('/api/timings', ...postTimings(deps))
  app.route('/api', createApiDocs(app, reference))
  app.all('/api/*', () => {
    throw new ApiError('no_such_call')
  })

  app.get('/healthz', setApiHeaders(deps.upstream.name), ...healthz(deps))
  // A Worker's answers are compressed by its platform.
  if (site.size > 0) app.get(SAVED_BATCH_ROUTE, compress())
  app.get(SAVED_BATCH_ROUTE, setSiteHeaders, serveBatchPage(deps, readHistory, shell))
  app.get('*', etag(), setSiteHeaders, serveSite(site))
  return app
}
