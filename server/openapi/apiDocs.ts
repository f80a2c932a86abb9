import { Hono } from 'hono'
import type { AppEnv } from '../http/AppEnv.ts'
import { openapiDocument } from './openapiDocument.ts'

/** The viewer's files by their path below `/api`. */
export type Viewer = ReadonlyMap<string, { text: string; type: string }>

/** The viewer loads everything from this server. */
const VIEWER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The API's description for programs, and a page that shows it to people. */
export function apiDocs(viewer: Viewer): Hono<AppEnv> {
  const document = openapiDocument()
  const app = new Hono<AppEnv>().get('/openapi.json', (c) => c.json(document))
  for (const [path, { text, type }] of viewer) {
    app.get(path, (c) =>
      c.body(text, 200, { 'Content-Type': type, 'Content-Security-Policy': VIEWER_POLICY }),
    )
  }
  return app
}
