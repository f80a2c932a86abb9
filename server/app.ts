import { Hono } from 'hono'
import { answerError, answerNotFound } from './answerError.ts'
import type { AppEnv, AppOptions } from './AppParts.ts'
import { partsOf } from './AppParts.ts'
import { crossOrigin } from './middleware/crossOrigin.ts'
import { limitedBody } from './middleware/limitedBody.ts'
import { secureHeaders } from './middleware/secureHeaders.ts'
import { seen } from './middleware/seen.ts'
import { serveDocument } from './openapi/serveDocument.ts'
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
  app.onError(answerError(parts))

  app.use('/api/*', seen(parts), limitedBody)
  if (parts.origins.length > 0) app.use('/api/*', crossOrigin(parts.origins))
  app.post('/api/generate-keyvalue', generateKeyvalue(parts))
  app.post('/api/check-by-user', checkByUser(parts))
  app.post('/api/check-by-user-inner', checkByUser(parts))
  app.post('/api/check-batch', checkBatch(parts))
  app.get('/api/get-history-by-session-id', savedHistory(parts))
  app.get('/api/oembed', oembed(parts))
  app.get('/api/ip', ip(parts))
  serveDocument(app, parts)
  app.all('/api/*', answerNotFound)

  app.get('/healthz', healthz(parts))
  app.get('*', secureHeaders, serveSite(parts.site))
  return app
}
