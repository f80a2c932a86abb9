import { Hono } from 'hono'
import { openAPIRouteHandler } from 'hono-openapi'
import { SANDBOX_ACCOUNTS } from '../../contract/sandboxAccounts.ts'
import type { AppEnv } from '../http/errors.ts'

const INFO = {
  title: 'Shadowban Checker F',
  version: '1',
  description:
    'The reference API behind the page. A check takes three steps: ask for a challenge with the body of the check, find a counter so that ' +
    'SHA-256(key + counter) begins with value / 123456789 hexadecimal zeros, and send the check with both. ' +
    'Every refusal is `{message, code}`. Answers marked `X-Upstream: sandbox` are invented: ' +
    `${SANDBOX_ACCOUNTS.map(({ name }) => name).join(', ')}; any other name is not found.`,
}

export type Viewer = ReadonlyMap<string, { text: string; type: string }>

const VIEWER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The description of an app's described calls in OpenAPI 3.1 for programs, and a page that shows it to people. */
export function apiDocs(described: Hono<AppEnv>, viewer: Viewer): Hono<AppEnv> {
  const document = openAPIRouteHandler(described, { documentation: { info: INFO } })
  const app = new Hono<AppEnv>().get('/openapi.json', document)
  for (const [path, { text, type }] of viewer) {
    app.get(path, (c) =>
      c.body(text, 200, { 'Content-Type': type, 'Content-Security-Policy': VIEWER_POLICY }),
    )
  }
  return app
}
