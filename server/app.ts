import { Hono } from 'hono'
import { answerError, answerNotFound } from './http/answerError.ts'
import type { AppEnv, AppOptions } from './AppParts.ts'
import { partsOf } from './AppParts.ts'
import type { Call } from './http/call.ts'
import { answered } from './http/call.ts'
import { crossOrigin } from './http/crossOrigin.ts'
import { secureHeaders } from './http/secureHeaders.ts'
import { documents } from './openapi/documents.ts'
import { checkBatch } from './routes/checkBatch.ts'
import { checkByUser } from './routes/checkByUser.ts'
import { generateKeyvalue } from './routes/generateKeyvalue.ts'
import { healthz } from './routes/healthz.ts'
import { ip } from './routes/ip.ts'
import { oembed } from './routes/oembed.ts'
import { savedHistory } from './routes/savedHistory.ts'
import { serveSite } from './site/serveSite.ts'

/** The whole server as one hono app, usable in-process through `app.request`. Without options: the sandbox, at once, unlimited, in memory. */
export function createApp(options: AppOptions = {}): Hono<AppEnv> {
  const parts = partsOf(options)
  const app = new Hono<AppEnv>()
  const get = (path: string, call: Call) => app.get(path, answered(parts, path, call))
  const post = (path: string, call: Call) => app.post(path, answered(parts, path, call))
  const unknown = answered(parts, 'other', answerNotFound)
  app.onError(answerError(parts))
  app.notFound(unknown)

  if (parts.origins.length > 0) app.use('/api/*', crossOrigin(parts.origins))
  post('/api/generate-keyvalue', generateKeyvalue(parts))
  post('/api/check-by-user', checkByUser(parts))
  post('/api/check-by-user-inner', checkByUser(parts))
  post('/api/check-batch', checkBatch(parts))
  get('/api/get-history-by-session-id', savedHistory(parts))
  get('/api/oembed', oembed(parts))
  get('/api/ip', ip(parts))
  for (const [path, call] of Object.entries(documents(parts))) get(path, call)
  app.get('/api/*', unknown)

  app.get('/healthz', healthz(parts))
  app.get('*', secureHeaders, serveSite(parts.site))
  return app
}
