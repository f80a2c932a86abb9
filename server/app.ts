import { Hono } from 'hono'
import type { Context } from 'hono'
import { compress } from 'hono/compress'
import { cors } from 'hono/cors'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { routePath } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'
import { LRUCache } from 'lru-cache'
import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '../contract/reasons.ts'
import type { ReportFault } from './store/Store.ts'
import { identifyClient } from './http/limits.ts'
import type { ReadClientAddress, AppEnv } from './http/limits.ts'
import { createApiDocs } from './openapi/openapi.ts'
import type { ReferencePageFiles } from './openapi/openapi.ts'
import { checkBatch, createHistoryReader, getOembed, getSavedHistory } from './routes/batch.ts'
import { checkByUser, generateKeyvalue } from './routes/checks.ts'
import type { AppDependencies } from './routes/checks.ts'
import { getCapabilities, getIp, healthz, getSearchHealth, postTimings } from './routes/status.ts'
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
  /** How long a client that asks for too much waits for its refusal, in milliseconds. */
  refusalDelayMs?: () => number
}

/** A client that asks on as soon as it was refused would slow honest visitors. Differing times part its connections, which otherwise ask all at once. */
const aboutOneSecond = () => 500 + 1000 * Math.random()

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
  refusalDelayMs = aboutOneSecond,
  ...parts
}: AppOptions): Hono<AppEnv> {
  const spentProofs = new LRUCache<string, true>({ max: SPENT_PROOFS_MAX })
  const deps: AppDependencies = { ...parts, settings, spentProofs, troubles, version }
  const app = new Hono<AppEnv>()
  const readHistory = createHistoryReader(deps)
  app.onError(createErrorHandler(deps.onFault, refusalDelayMs))

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

/** The app's only error handler. Unexpected errors are answered without details; Hono's own exception means that the body is not JSON. */
function createErrorHandler(onFault: ReportFault, refusalDelayMs: () => number) {
  return async (error: unknown, c: Context<AppEnv>): Promise<Response> => {
    const isKnown = error instanceof ApiError || error instanceof HTTPException
    if (!isKnown) onFault(error)
    const refusal = error instanceof ApiError ? error : new ApiError(isKnown ? 'bad_body' : 'internal')
    const { status, code, message, retryAfter } = refusal
    if (code === 'rate_limited' || code === 'busy') await delay(refusalDelayMs())
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
    return c.json({ message, code }, status)
  }
}

const API_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

function setApiHeaders(upstream: string) {
  const headers = Object.entries({ ...API_HEADERS, 'X-Upstream': upstream })
  return createMiddleware<AppEnv>(async (c, next) => {
    for (const [name, value] of headers) c.header(name, value)
    await next()
  })
}

function allowCrossOrigin(origins: readonly string[]) {
  return cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type', 'X-Session-Token', 'X-Request-Hash'],
    exposeHeaders: ['X-Upstream', 'Retry-After'],
    maxAge: 86_400,
  })
}

/** Refuses callers at denied addresses before anything is read or counted. */
function refuseDenied(isDenied: (address: string) => boolean, addressOf: ReadClientAddress) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (isDenied(addressOf(c))) throw new ApiError('denied')
    await next()
  })
}

const MAINTENANCE_RETRY_S = 60

/** Refuses checks in the operator's words while there are any. */
function refuseInMaintenance(words: () => string) {
  return createMiddleware<AppEnv>(async (_c, next) => {
    const message = words()
    if (message !== '') throw new ApiError('maintenance', MAINTENANCE_RETRY_S, message)
    await next()
  })
}

const OWN_SITE_VALUES = new Set(['same-origin', 'none'])

/** Refuses calls of pages of other origins, where the browser says so: any page may name the call as a picture and use up its visitors' limits. */
function sameOriginOnly(origins: readonly string[]) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const site = c.req.header('Sec-Fetch-Site') ?? 'none'
    if (!OWN_SITE_VALUES.has(site) && !origins.includes(c.req.header('Origin') ?? ''))
      throw new ApiError('other_site')
    await next()
  })
}

/** Headers of the site's files, beside the build's content policy. HSTS is left to the proxy. */
const setSiteHeaders = secureHeaders({
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  permissionsPolicy: { camera: [], geolocation: [], microphone: [] },
  referrerPolicy: 'strict-origin-when-cross-origin',
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: 'DENY',
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
})

/** The facts about a response that logs and metrics get: its route, never its URL. */
export type AnsweredCall = { route: string; status: number; code: string | undefined; ms: number }

function accessLog(onAnswer: (call: AnsweredCall) => void) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now()
    await next()
    const path = routePath(c)
    const route = path.includes('*') ? 'other' : path
    const code = c.error instanceof ApiError ? c.error.code : undefined
    onAnswer({ route, status: c.res.status, code, ms: performance.now() - started })
  })
}
