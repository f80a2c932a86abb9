import { toJsonSchema } from '@valibot/to-json-schema'
import { Hono } from 'hono'
import * as v from 'valibot'
import { AgreementCell, AgreementReport, SeenAnswer } from '../../contract/feedback.ts'
import { ACCOUNT_OUTAGE_CODES } from '../../contract/outcomes.ts'
import { SANDBOX_ACCOUNTS } from '../../contract/sandboxAccounts.ts'
import * as wire from '../../contract/wire.ts'
import { Capabilities, CheckTimings } from '../../contract/wire.ts'
import { REFUSALS } from '../http/errors.ts'
import type { AppEnv, RefusalCode } from '../http/errors.ts'

const INFO = {
  title: 'Shadowban Checker F',
  version: '1',
  description:
    'The reference API behind the page. A check takes three steps: ask for a challenge with the body of the check, find a counter so that ' +
    'SHA-256(key + counter) begins with value / 123456789 hexadecimal zeros, and send the check with both. ' +
    'Every refusal is `{message, code}`. Answers marked `X-Upstream: sandbox` are invented: ' +
    `${SANDBOX_ACCOUNTS.map(({ name }) => name).join(', ')}; any other name is not found.`,
}

const SCHEMAS = {
  CheckRequest: wire.CheckRequest,
  Challenge: v.object({ ...wire.Challenge.entries, value: v.number() }),
  AccountCheck: wire.AccountCheck,
  BatchRequest: wire.BatchRequest,
  BatchAnswer: wire.BatchAnswer,
  History: wire.History,
  Oembed: wire.Oembed,
  IpAnswer: wire.IpAnswer,
  Capabilities,
  CheckTimings,
  SeenAnswer,
  AgreementCell,
  AgreementReport,
  ErrorAnswer: wire.ErrorAnswer,
}
type SchemaName = keyof typeof SCHEMAS

const PROOF: RefusalCode[] = [
  'token_missing',
  'forged',
  'expired',
  'mismatch',
  'bad_counter',
  'no_work',
  'spent',
  'store_away',
]
const BODY: RefusalCode[] = ['bad_body', 'too_large', 'not_json', 'rate_limited']
const UPSTREAM: RefusalCode[] = ['upstream', 'upstream_limited', 'upstream_timeout', 'busy']

const proofHeaders = [
  header('X-Session-Token', 'The key of the challenge.', '^[A-Za-z0-9_-]{48}$'),
  header('X-Request-Hash', 'The counter found.', '^(0|[1-9][0-9]{0,6})$'),
]
const accountCheck = (summary: string) =>
  call(summary, 'AccountCheck', [...BODY, ...PROOF, ...UPSTREAM, ...ACCOUNT_OUTAGE_CODES], {
    parameters: proofHeaders,
    requestBody: body('CheckRequest'),
  })

const PATHS = {
  '/api/generate-keyvalue': {
    post: call('Issue a challenge. A batch asks with the empty name.', 'Challenge', [...BODY], {
      requestBody: body('CheckRequest'),
    }),
  },
  '/api/check-by-user': { post: accountCheck('Check an account.') },
  '/api/check-by-user-inner': { post: accountCheck('Check an account (test variant).') },
  '/api/check-batch': {
    post: call(
      'Check up to 200 posts and save the result. An empty sessionId says that it could not be saved.',
      'BatchAnswer',
      [...BODY, ...PROOF, ...UPSTREAM],
      { parameters: proofHeaders, requestBody: body('BatchRequest') },
    ),
  },
  '/api/get-history-by-session-id': {
    get: call('Read a saved batch.', 'History', ['no_history', 'store_away', 'rate_limited'], {
      parameters: [query('id', '^[A-Za-z0-9_-]{22}$')],
    }),
  },
  '/api/oembed': {
    get: call(
      "X's preview of a post.",
      'Oembed',
      ['bad_url', 'other_site', 'forbidden', 'not_found', 'rate_limited', ...UPSTREAM],
      {
        parameters: [query('url')],
      },
    ),
  },
  '/api/capabilities': {
    get: call('What this server can judge. Caches may keep it.', 'Capabilities', [], {}),
  },
  '/api/timings': {
    post: call(
      'Tell how long the steps of a finished check took. Answers with what was taken.',
      'CheckTimings',
      [...BODY, 'forged', 'expired', 'bad_counter', 'no_work', 'spent'],
      {
        requestBody: body('CheckTimings'),
      },
    ),
  },
  '/api/agreement': {
    post: call(
      'Tell what was seen beside a verdict of a check, which its answer gave a ticket for. Answers with what was counted.',
      'AgreementCell',
      [...BODY, 'bad_ticket', 'old_ticket', 'not_collected', 'counted', 'address_full', 'store_away'],
      { requestBody: body('SeenAnswer') },
    ),
    get: call(
      'How often visitors saw what the verdicts said, over 90 days. Caches may keep it.',
      'AgreementReport',
      ['not_collected', 'rate_limited', 'store_away'],
      {},
    ),
  },
  '/api/ip': { get: call("The caller's address.", 'IpAnswer', ['rate_limited'], {}) },
}

/** The API in OpenAPI 3.1, generated from the schemas of `contract/`. */
export function openapiDocument() {
  const schemas = Object.entries(SCHEMAS).map(([name, schema]) => [name, schemaOf(schema)] as const)
  return { openapi: '3.1.0', info: INFO, paths: PATHS, components: { schemas: Object.fromEntries(schemas) } }
}

function schemaOf(schema: v.GenericSchema): object {
  const { $schema: _, ...rest } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  })
  return rest
}

function call(summary: string, answer: SchemaName, codes: RefusalCode[], request: object) {
  const statuses = [...new Set(codes.map((code) => REFUSALS[code].status))].sort()
  const refused = statuses.map((status) => {
    const lines = codes
      .filter((code) => REFUSALS[code].status === status)
      .map((code) => `\`${code}\`: ${REFUSALS[code].message}`)
    return [status, { description: lines.join('\n'), content: content('ErrorAnswer') }]
  })
  return {
    summary,
    ...request,
    responses: { 200: { description: 'OK', content: content(answer) }, ...Object.fromEntries(refused) },
  }
}

function content(name: SchemaName) {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } }
}

function body(name: SchemaName) {
  return { required: true, content: content(name) }
}

function header(name: string, description: string, pattern: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string', pattern } }
}

function query(name: string, pattern?: string) {
  return { name, in: 'query', required: true, schema: { type: 'string', ...(pattern ? { pattern } : {}) } }
}

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
