import type { Call } from '../http/call.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AppParts } from '../AppParts.ts'
import { openapiDocument } from './document.ts'

/** All that the viewer loads comes from here. */
const VIEWER_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const VIEWER = {
  '/api/docs': { file: 'viewer.html', type: 'text/html; charset=utf-8' },
  '/api/docs/viewer.js': { file: 'viewer.js', type: 'text/javascript; charset=utf-8' },
  '/api/docs/viewer.css': { file: 'viewer.css', type: 'text/css; charset=utf-8' },
} as const

/** The API's description for programs, and a page that shows it to people: a handler for each path. */
export function documents({ reply }: AppParts): Record<string, Call> {
  const document = openapiDocument()
  const files = Object.entries(VIEWER).map(([path, { file, type }]): [string, Call] => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8')
    const headers = {
      'Content-Type': type,
      'Content-Security-Policy': VIEWER_POLICY,
      'X-Content-Type-Options': 'nosniff',
    }
    return [path, (c) => c.body(text, 200, headers)]
  })
  return { '/api/openapi.json': () => reply(document), ...Object.fromEntries(files) }
}
