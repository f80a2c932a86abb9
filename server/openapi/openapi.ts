import { describeRoute, openAPIRouteHandler, resolver } from 'hono-openapi'
import { createFactory } from 'hono/factory'
import { Hono } from 'hono'
import * as v from 'valibot'
import { SANDBOX_ACCOUNTS } from '../../contract/sandboxAccounts.ts'
import { ErrorAnswer } from '../../contract/wire.ts'
import { API_ERRORS } from '../../contract/reasons.ts'
import type { AppEnv } from '../http/limits.ts'
import type { ApiErrorCode } from '../../contract/reasons.ts'

export const BODY_ERRORS: ApiErrorCode[] = ['bad_body', 'too_large', 'not_json', 'rate_limited']
export const UPSTREAM_ERRORS: ApiErrorCode[] = [
  'upstream',
  'upstream_limited',
  'upstream_timeout',
  'busy',
  'shutting_down',
]
const PROOF_ERRORS: ApiErrorCode[] = [
  'token_missing',
  'bad_signature',
  'expired',
  'mismatch',
  'bad_counter',
  'wrong_answer',
  'already_used',
]
export const CHECK_ERRORS: ApiErrorCode[] = [
  ...BODY_ERRORS,
  ...PROOF_ERRORS,
  'maintenance',
  'store_unavailable',
  ...UPSTREAM_ERRORS,
]

type Parameter = {
  name: string
  in: 'header' | 'query'
  description?: string
  pattern?: string
  example?: string
  isOptional?: true
}

const header = (name: string, description: string, pattern: string): Parameter => ({
  name,
  in: 'header',
  description,
  pattern,
})
export const PROOF_HEADER_PARAMETERS = [
  header('X-Session-Token', 'The key of the challenge.', '^[A-Za-z0-9_-]{48}$'),
  header('X-Request-Hash', 'The counter found.', '^(0|[1-9][0-9]{0,6})$'),
]

export const { createHandlers } = createFactory<AppEnv>()

type NamedSchema = Record<string, v.GenericSchema>

type Call = {
  summary: string
  answer: NamedSchema
  body?: NamedSchema
  parameters?: Parameter[]
  errors: ApiErrorCode[]
}

const textHeader = (description: string) => ({ description, schema: { type: 'string' as const } })
const UPSTREAM_HEADER = {
  'X-Upstream': textHeader('`sandbox` if the answer is invented, `x-api` if X was asked.'),
}
const RETRY_HEADER = { 'Retry-After': textHeader('Seconds to wait, if the server knows.') }

/** Describes the call that it stands first in, for the OpenAPI document that is made from the app's routes. */
export function describeCall({ summary, answer, body, parameters = [], errors }: Call) {
  const byStatus = Map.groupBy(errors, (code) => API_ERRORS[code].status)
  const refused = [...byStatus].map(([status, codes]) => {
    const lines = codes.map((code) => `\`${code}\`: ${API_ERRORS[code].message}`)
    const waits = status === 429 || status === 503
    return [
      status,
      {
        description: lines.join('\n'),
        headers: { ...UPSTREAM_HEADER, ...(waits && RETRY_HEADER) },
        content: json({ ErrorAnswer }),
      },
    ]
  })
  return describeRoute({
    summary,
    ...(parameters.length > 0 && {
      parameters: parameters.map(({ pattern, isOptional = false, ...parameter }) => ({
        ...parameter,
        required: !isOptional,
        schema: { type: 'string', ...(pattern ? { pattern } : {}) },
      })),
    }),
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: 'OK', headers: UPSTREAM_HEADER, content: json(answer) },
      ...Object.fromEntries(refused),
    },
  })
}

/** Schemas are described in the form that is sent, even if they convert it into another type when they read it. */
const JSON_SCHEMA_OPTIONS = { target: 'draft-2020-12', typeMode: 'input' }

function json(named: NamedSchema) {
  const [[ref = '', schema = v.unknown()] = []] = Object.entries(named)
  const described = v.pipe(schema, v.metadata({ ref }))
  return { 'application/json': { schema: resolver(described, { options: JSON_SCHEMA_OPTIONS }) } }
}

const INFO = {
  title: 'Shadowban Checker F',
  version: '1',
  description:
    'The reference API behind the page. A check takes three steps: ask for a challenge with the body of the check, find a counter so that ' +
    'SHA-256(key + counter) begins with value / 123456789 hexadecimal zeros, and send the check with both. ' +
    'Every refusal is `{message, code}`. Any call may be refused with 403 `denied` (the operator has denied the address) or 500 `internal`, and ' +
    'a call that does not exist with 404 `no_such_call`. Answers marked `X-Upstream: sandbox` are invented: ' +
    `${SANDBOX_ACCOUNTS.map(({ name }) => name).join(', ')}; any other name is not found.`,
}

export type ReferencePageFiles = ReadonlyMap<string, { text: string; type: string }>

const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The description of an app's described calls in OpenAPI 3.1 for programs, and a page that shows it to people. */
export function createApiDocs(described: Hono<AppEnv>, reference: ReferencePageFiles): Hono<AppEnv> {
  const document = openAPIRouteHandler(described, { documentation: { info: INFO } })
  const app = new Hono<AppEnv>().get('/openapi.json', document)
  for (const [path, { text, type }] of reference) {
    app.get(path, (c) =>
      c.body(text, 200, { 'Content-Type': type, 'Content-Security-Policy': REFERENCE_POLICY }),
    )
  }
  return app
}
