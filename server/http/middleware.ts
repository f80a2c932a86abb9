import type { MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { secureHeaders } from 'hono/secure-headers'
import { validator } from 'hono/validator'
import * as v from 'valibot'
import { ApiError } from './errors.ts'
import type { AppEnv } from './errors.ts'
import type { ReadClientAddress } from './limits.ts'

const API_HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
}

export function setApiHeaders(upstream: string) {
  const headers = Object.entries({ ...API_HEADERS, 'X-Upstream': upstream })
  return createMiddleware<AppEnv>(async (c, next) => {
    for (const [name, value] of headers) c.header(name, value)
    await next()
  })
}

export function allowCrossOrigin(origins: readonly string[]) {
  return cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST'],
    allowHeaders: ['Content-Type', 'X-Session-Token', 'X-Request-Hash'],
    exposeHeaders: ['X-Upstream', 'Retry-After'],
    maxAge: 86_400,
  })
}

/** Maximum size of a body in bytes: 200 post URLs with long queries fit. */
const BODY_MAX = 64 * 1024
const JSON_TYPE = /^application\/json\s*(?:;|$)/i

/** Refuses a body by its headers, before any of it is read: one that is not JSON, which a page of another site could send without a preflight, and one that is announced as too long. */
export const requireJsonHeaders = createMiddleware<AppEnv>(async (c, next) => {
  if (!JSON_TYPE.test(c.req.header('Content-Type') ?? '')) throw new ApiError('not_json')
  if (Number(c.req.header('Content-Length') ?? 0) > BODY_MAX) throw new ApiError('too_large')
  await next()
})

const readUpToLimit = bodyLimit({
  maxSize: BODY_MAX,
  onError: () => {
    throw new ApiError('too_large')
  },
})

/** Reads a body whose length is not announced, as some proxies send it, up to the limit. Node and the platforms hold the client to a length that it announced. */
export const limitBody = createMiddleware<AppEnv>(async (c, next) => {
  const isAnnounced =
    c.req.header('Content-Length') !== undefined && c.req.header('Transfer-Encoding') === undefined
  return isAnnounced ? next() : readUpToLimit(c, next)
})

/** The body rebuilt by its schema, which stops at the first fault, for `c.req.valid('json')`: nothing that the schema does not name gets in. */
export function validateJsonBody<S extends v.GenericSchema>(schema: S) {
  return validator('json', (value): v.InferOutput<S> => {
    const body = v.safeParse(schema, value, { abortEarly: true })
    if (!body.success) throw new ApiError('bad_body')
    return body.output
  })
}

/** A call with a JSON body. `gate` judges the request by its headers, before its body is read. */
export function jsonCallHandlers<S extends v.GenericSchema>(gate: MiddlewareHandler<AppEnv>, schema: S) {
  return [requireJsonHeaders, gate, limitBody, validateJsonBody(schema)] as const
}

/** Refuses callers at denied addresses before anything is read or counted. */
export function refuseDenied(isDenied: (address: string) => boolean, addressOf: ReadClientAddress) {
  return createMiddleware<AppEnv>(async (c, next) => {
    if (isDenied(addressOf(c))) throw new ApiError('denied')
    await next()
  })
}

const MAINTENANCE_RETRY_S = 60

/** Refuses checks in the operator's words while there are any. */
export function refuseInMaintenance(words: () => string) {
  return createMiddleware<AppEnv>(async (_c, next) => {
    const message = words()
    if (message !== '') throw new ApiError('maintenance', MAINTENANCE_RETRY_S, message)
    await next()
  })
}

const OWN_SITE_VALUES = new Set(['same-origin', 'none'])

/** Refuses calls of pages of other origins, where the browser says so: any page may name the call as a picture and use up its visitors' limits. */
export function sameOriginOnly(origins: readonly string[]) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const site = c.req.header('Sec-Fetch-Site') ?? 'none'
    if (!OWN_SITE_VALUES.has(site) && !origins.includes(c.req.header('Origin') ?? ''))
      throw new ApiError('other_site')
    await next()
  })
}

/** Headers of the site's files, beside the build's content policy. HSTS is left to the proxy. */
export const setSiteHeaders = secureHeaders({
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

export function accessLog(onAnswer: (call: AnsweredCall) => void) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const started = performance.now()
    await next()
    const path = routePath(c)
    const route = path.includes('*') ? 'other' : path
    const code = c.error instanceof ApiError ? c.error.code : undefined
    onAnswer({ route, status: c.res.status, code, ms: performance.now() - started })
  })
}

/**
 * Runs work with a signal that aborts when the visitor leaves, the server ends or the time is up. It does not use `AbortSignal.any`, which with
 * a timeout signal costs more than the rest of a check.
 *
 * @example
 * const answer = await withTimeLimit([request.signal, ending], 20_000, (signal) => upstream.check(name, signal))
 */
export async function withTimeLimit<T>(
  [visitor, ending]: readonly [visitor: AbortSignal, ending: AbortSignal],
  deadlineMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const end = () => controller.abort(new ApiError('shutting_down', 1))
  const leave = () => controller.abort(new ApiError('client_gone'))
  const timer = setTimeout(() => controller.abort(new ApiError('upstream_timeout')), deadlineMs)
  visitor.addEventListener('abort', leave)
  ending.addEventListener('abort', end)
  if (visitor.aborted) leave()
  if (ending.aborted) end()
  try {
    return await work(controller.signal)
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error
  } finally {
    clearTimeout(timer)
    visitor.removeEventListener('abort', leave)
    ending.removeEventListener('abort', end)
  }
}
