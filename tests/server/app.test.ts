import * as v from 'valibot'
import { describe, expect, it, vi } from 'vitest'
import { SANDBOX_ACCOUNTS } from '../../contract/sandboxAccounts.ts'
import { AccountCheck, BatchAnswer, BatchHistory, Oembed } from '../../contract/wire.ts'
import type { AnsweredCall } from '../../server/app.ts'
import { API_ERRORS } from '../../contract/reasons.ts'
import { createMemoryCount, createCallLimits } from '../../server/http/limits.ts'
import { loadReferencePage } from '../../server/openapi/loadReference.ts'
import { createSandboxUpstream } from '../../server/upstream/sandbox.ts'
import { VERDICT, bodyFor, checkAccount, checkBatch, inProcess, outcome, post } from './client.ts'
import { testApp } from './testApp.ts'

const call = inProcess(testApp({ difficulty: 1 }))

describe('the account check over the sandbox', () => {
  const answering = SANDBOX_ACCOUNTS.filter(({ name }) => !/err|slow/.test(name))
  it.each(answering)(
    'the account check answers $name ($state) in the shape of the wire',
    async ({ name }) => {
      const answer = await checkAccount(call, bodyFor(name))
      expect(answer.status).toBe(200)
      expect(answer.headers.get('X-Upstream')).toBe('sandbox')
      expect(v.is(AccountCheck, await answer.json())).toBe(true)
    },
  )

  it('the account check answers any other name as not found', async () => {
    const answer = await checkAccount(call, bodyFor('nobody_at_all'))
    expect(await answer.json()).toMatchObject({ not_found: true, search_ban: null })
  })

  it('the account check sends posts only if they are requested, and fewer without reposts', async () => {
    const count = async (more: object) => {
      const answer = await checkAccount(call, bodyFor('sbx_clear', more))
      return ((await answer.json()) as { tweets?: unknown[] }).tweets?.length
    }
    expect(await count(VERDICT)).toBeUndefined()
    expect(await count({})).toBe(20)
    expect(await count({ repost: false })).toBe(15)
  })
})

describe('the batch check over the sandbox', () => {
  const urls = ['0', '6', '7', '8', '9', '4', '5'].map(
    (digit) => `https://x.com/sbx_mixed/status/198000000000000000${digit}`,
  )

  it('the batch check answers every URL once, in order, and saves the result', async () => {
    const answer = await checkBatch(call, [...urls, 'not a post', urls[0] ?? ''])
    const batch = v.parse(BatchAnswer, await answer.json())
    const statuses = [
      'AVAILABLE',
      'QUATE_FORBIDDEN',
      'FORBIDDEN',
      'NOT_FOUND',
      'UNKNOWN',
      'RESTRICTED',
      'UNSEARCHED',
    ]
    expect(batch.results.map(({ status }) => status)).toEqual([...statuses, 'INVALID_URL'])
    expect(batch.results.map(({ url }) => url)).toEqual([...urls, 'not a post'])
    const evidence = batch.results.map(({ evidence }) => evidence?.found)
    expect(evidence).toEqual([true, true, false, null, null, null, null, undefined])

    const saved = await call(`/api/get-history-by-session-id?id=${batch.sessionId}`)
    expect(v.parse(BatchHistory, await saved.json())).toMatchObject({
      results: batch.results.slice(0, -1).map((row) => ({ url: row.url, status: row.status })),
      leftOut: 1,
      upstream: 'sandbox',
    })
  })

  it('a preview is answered for an existing post, and refused for a restricted or deleted one', async () => {
    const answer = await call(`/api/oembed?url=${encodeURIComponent(urls[0] ?? '')}`)
    expect(v.is(Oembed, await answer.json())).toBe(true)
    expect((await call(`/api/oembed?url=${encodeURIComponent(urls[5] ?? '')}`)).status).toBe(403)
    expect((await call(`/api/oembed?url=${encodeURIComponent(urls[3] ?? '')}`)).status).toBe(404)
  })
})

describe('calls a minute', () => {
  const PREVIEW = '/api/oembed?url=https://x.com/sbx_clear/status/1980000000000000001'

  it.each([
    [PREVIEW, 8],
    ['/api/get-history-by-session-id?id=none', 20],
    ['/api/ip', 20],
  ])('with a basic limit of 2, calls of %s are allowed %i times a minute', async (path, most) => {
    const call = inProcess(testApp({ limits: createCallLimits(2, createMemoryCount()) }))
    const statuses: number[] = []
    for (let count = 0; count <= most; count++) {
      statuses.push((await call(path)).status)
    }
    expect(statuses.slice(0, most)).not.toContain(429)
    expect(statuses[most]).toBe(429)
  })
})

// 40 connections once heard 700 refusals a second, and visitors waited for them.
it('a client that asks for too much waits for its refusal, and others do not', async () => {
  const refusalDelayMs = vi.fn<() => number>(() => 0)
  const app = testApp({ limits: createCallLimits(1, createMemoryCount()), refusalDelayMs })
  const call = inProcess(app)
  for (let count = 0; count < 10; count++) expect((await call('/api/ip')).status).toBe(200)
  expect((await call('/api/no-such-call')).status).toBe(404)
  expect(refusalDelayMs).not.toHaveBeenCalled()
  expect((await call('/api/ip')).status).toBe(429)
  expect(refusalDelayMs).toHaveBeenCalledTimes(1)
})

describe('the preview of a post of a checked batch', () => {
  const HOUR_MS = 3_600_000
  const urlOf = (id: number) => `https://x.com/sbx_clear/status/${1_980_000_000_000_000_000n + BigInt(id)}`

  /** A server that lets four previews without a ticket through in a minute, the tickets of two posts, and how their previews are answered. */
  async function checkedBatch() {
    let time = Date.now()
    const limits = createCallLimits(1, createMemoryCount())
    const call = inProcess(testApp({ difficulty: 1, limits, now: () => time }))
    const answer = await checkBatch(call, [urlOf(1), urlOf(2)])
    const batch = v.parse(BatchAnswer, await answer.json())
    const preview = async (url: string, ticket?: string) =>
      (await call(`/api/oembed?${new URLSearchParams({ url, ...(ticket && { ticket }) })}`)).status
    const pass = (ms: number) => void (time += ms)
    return {
      preview,
      pass,
      tickets: batch.results.map(({ previewTicket = '' }) => previewTicket),
      call,
      batch,
    }
  }

  // A batch of 200 posts once used up the previews of everybody behind the address.
  it('a preview of a checked post with its ticket is not counted, even if the address has no previews left', async () => {
    const { preview, tickets } = await checkedBatch()
    for (let count = 0; count < 10; count++) expect(await preview(urlOf(1), tickets[0])).toBe(200)
    for (let count = 0; count < 4; count++) expect(await preview(urlOf(1))).toBe(200)
    expect(await preview(urlOf(1))).toBe(429)
    expect(await preview(urlOf(1), tickets[0])).toBe(200)
  })

  it.each([
    ['of another post', ([, other]: string[]) => other],
    ['that was changed', ([own = '']: string[]) => `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`],
    ['with a later expiry', ([own = '']: string[]) => `9${own}`],
    ['without an expiry', ([own = '']: string[]) => own.slice(own.indexOf('.'))],
    ['that is no ticket', () => 'ticket'],
  ])('a preview with a ticket that is not its own is counted: %s', async (_name, forge) => {
    const { preview, tickets } = await checkedBatch()
    for (let count = 0; count < 4; count++) expect(await preview(urlOf(1), forge(tickets))).toBe(200)
    expect(await preview(urlOf(1), forge(tickets))).toBe(429)
  })

  it('a preview is counted after its ticket has lasted an hour', async () => {
    const { preview, tickets, pass } = await checkedBatch()
    pass(HOUR_MS)
    for (let count = 0; count < 4; count++) await preview(urlOf(1), tickets[0])
    expect(await preview(urlOf(1), tickets[0])).toBe(429)
  })

  it('a saved batch contains no tickets for previews', async () => {
    const { call, batch } = await checkedBatch()
    const saved = await call(`/api/get-history-by-session-id?id=${batch.sessionId}`)
    expect(await saved.text()).not.toContain('previewTicket')
  })
})

describe('what X asks to wait', () => {
  const NOW = 1_790_000_000_000
  const after = (seconds: number) => ({ rate_limit: true, reset: NOW + seconds * 1000 })
  const OPEN = { rate_limit: false }
  type Groups = AccountCheck['api_status']

  /** What a check's answer asks to wait, where X's limits are these. */
  async function waitFor(
    userSearchGroup: Groups['userSearchGroup'],
    userTimelineGroup: Groups['userTimelineGroup'],
  ) {
    const sandbox = createSandboxUpstream()
    const app = testApp({
      difficulty: 1,
      now: () => NOW,
      upstream: {
        ...sandbox,
        checkAccount: async (request, caller) => ({
          ...(await sandbox.checkAccount(request, caller)),
          api_status: { userSearchGroup, userTimelineGroup },
        }),
      },
    })
    const answer = await checkAccount(inProcess(app), bodyFor('sbx_clear'))
    expect(answer.status).toBe(200)
    return answer.headers.get('Retry-After')
  }

  it.each([
    ['absent if X answered everything', OPEN, OPEN, null],
    ['absent if X names no time', { rate_limit: true }, OPEN, null],
    ['absent for a limit that is not reached', { rate_limit: false, reset: NOW + 60_000 }, OPEN, null],
    ['the time until the only reached limit ends', OPEN, after(90), '90'],
    ['the time until the later of two limits ends', after(300), after(60), '300'],
    ['rounded up to whole seconds', after(59.2), OPEN, '60'],
    ['at least one second', after(-5), OPEN, '1'],
    ['at most a quarter of an hour', after(4000), OPEN, '900'],
  ])('the Retry-After that follows from X’s limits is %s', async (_name, search, timeline, wait) => {
    expect(await waitFor(search, timeline)).toBe(wait)
  })
})

describe('pages of other sites', () => {
  const OURS = 'https://checker.example'
  const call = inProcess(testApp({ origins: [OURS] }))
  const PREVIEW = '/api/oembed?url=https://x.com/sbx_clear/status/1980000000000000001'

  const REFUSED = { status: 403, code: 'other_site' }
  const GIVEN = { status: 200, code: undefined }

  it.each([
    ['a browser that does not say where it comes from', {}, GIVEN],
    ['a page of this origin', { 'Sec-Fetch-Site': 'same-origin' }, GIVEN],
    ['a listed site', { 'Sec-Fetch-Site': 'cross-site', Origin: OURS }, GIVEN],
    ['a picture in a page of another site', { 'Sec-Fetch-Site': 'cross-site' }, REFUSED],
    ['a call of another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://other.example' }, REFUSED],
  ])(
    'previews are answered unless a page of an unlisted site asks for them: %s',
    async (_name, headers, expected) => {
      expect(await outcome(call(PREVIEW, { headers }))).toEqual(expected)
    },
  )

  // 600 pictures in a foreign page once shut its visitor out for a minute.
  it.each([
    PREVIEW,
    '/api/ip',
    '/api/get-history-by-session-id?id=1234567890123456789012',
    '/tweetcheck/history/1234567890123456789012',
  ])("another site's page that names %s as a picture uses up nothing of a visitor's limit", async (path) => {
    const limits = createCallLimits(1, createMemoryCount())
    const limited = inProcess(testApp({ limits }))
    const headers = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }
    for (let count = 0; count < 20; count++) await limited(path, { headers })
    expect((await limited(PREVIEW)).status).toBe(200)
    expect((await limited('/api/ip')).status).toBe(200)
  })
})

const body = bodyFor('sbx_clear')
const JSON_TYPE = { 'Content-Type': 'application/json' }

it('any text is accepted as the encrypted address, which is opaque to the server', async () => {
  for (const key of ['', 'x', 'あ', 'A'.repeat(64), ' \n']) {
    const answer = await post(call, '/api/generate-keyvalue', bodyFor('someone', { key }))
    expect(answer.status).toBe(200)
  }
})

describe('a body', () => {
  const raw = (text: string) =>
    outcome(call('/api/generate-keyvalue', { method: 'POST', headers: JSON_TYPE, body: text }))

  it.each(['', 'null', '{', JSON.stringify({ ...body, repost: 'yes' }), JSON.stringify(bodyFor('a b'))])(
    'a body of another shape is refused: %s',
    async (text) => {
      expect(await raw(text)).toEqual({ status: 400, code: 'bad_body' })
    },
  )

  it('a body has 1 to 200 URLs of up to 2,048 characters', async () => {
    const urls = (count: number) =>
      Array.from({ length: count }, (_, index) => `https://x.com/a/status/${index + 1}`)
    expect((await checkBatch(call, urls(200))).status).toBe(200)
    expect((await checkBatch(call, urls(201))).status).toBe(400)
    expect((await checkBatch(call, [])).status).toBe(400)
    const long = (characters: number) => ['https://x.com/a/status/1?'.padEnd(characters, 'q')]
    expect((await checkBatch(call, long(2048))).status).toBe(200)
    expect((await checkBatch(call, long(2049))).status).toBe(400)
  })
})

describe('every answer of the API', () => {
  it('an answer of the API names its upstream and is not cached, and a refusal is JSON with a message and a code', async () => {
    const answers = await Promise.all([
      call('/api/nothing'),
      call('/api/ip'),
      call('/api/check-by-user', { method: 'POST', headers: JSON_TYPE, body: '{' }),
      call('/api/oembed'),
      checkAccount(call, bodyFor('sbx_err_500')),
    ])
    for (const answer of answers) {
      expect(answer.headers.get('X-Upstream')).toBe('sandbox')
      expect(answer.headers.get('Cache-Control')).toBe('no-store')
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
      expect(answer.headers.get('Retry-After')).toBeNull()
    }
    const refusals = await Promise.all(answers.filter(({ ok }) => !ok).map((answer) => answer.json()))
    const refusal = { message: expect.any(String) as string, code: expect.any(String) as string }
    expect(refusals).toEqual([refusal, refusal, refusal, refusal])
  })
})

const app = testApp({ reference: loadReferencePage() })
type Operation = {
  responses: Record<string, { content: { 'application/json': { schema: { $ref: string } } } }>
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { required?: string[]; properties?: object }> }
}
const read = async () => (await (await app.request('/api/openapi.json')).json()) as Document

describe('the description of the API', () => {
  it('the description of the API is OpenAPI 3.1 and contains every call that is answered', async () => {
    const document = await read()
    expect(document.openapi).toBe('3.1.0')
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const answered = app.routes
      .filter(({ path, method }) => path.startsWith('/api/') && !path.includes('*') && method !== 'ALL')
      .map(({ path, method }) => `${method} ${path}`)
      .filter((call) => !/docs|openapi/.test(call))
    expect(described.sort()).toEqual([...new Set(answered)].sort())
  })

  it('the description of the API refers only to schemas that it contains, generated from those of the contract', async () => {
    const { paths, components } = await read()
    const answers = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ responses }) => Object.values(responses)),
    )
    const names = answers.map(
      ({ content }) => content['application/json'].schema.$ref.split('/').at(-1) ?? '',
    )
    expect(names.every((name) => name in components.schemas)).toBe(true)
    expect(components.schemas['CheckRequest']?.required).toEqual([
      'screen_name',
      'key',
      'searchban',
      'repost',
    ])
    expect(Object.keys(components.schemas['AccountCheck']?.properties ?? {})).toContain('reply_deboosting')
  })

  it('the description of the API lists the refusals of each call', async () => {
    const { paths } = await read()
    const statuses = Object.keys(paths['/api/check-by-user']?.['post']?.responses ?? {})
    expect(statuses).toEqual([
      '200',
      '400',
      '401',
      '403',
      '409',
      '413',
      '415',
      '429',
      '500',
      '502',
      '503',
      '504',
    ])
    const refusals = paths['/api/check-by-user']?.['post']?.responses
    expect(JSON.stringify(refusals?.['503'])).toContain('Retry-After')
    expect(JSON.stringify(refusals?.['200'])).toContain('X-Upstream')
    expect(JSON.stringify(paths['/api/ip']?.['get']?.responses?.['403'])).toContain('other_site')
    const { components } = await read()
    expect(JSON.stringify(components.schemas['CheckRequest'])).toContain('^[A-Za-z0-9_]{0,15}$')
    expect(JSON.stringify(components.schemas['CheckRequest'])).toContain('"examples":["sbx_clear"]')
    const check = JSON.stringify(paths['/api/check-by-user'])
    expect(check).toContain('sandbox_error')
    expect(JSON.stringify(paths['/api/check-batch'])).toContain('repeats the X-Session-Token header')
    const preview = paths['/api/oembed']?.['get'] as unknown as { parameters: object[] }
    expect(preview.parameters).toMatchObject([
      { name: 'url', required: true, example: expect.stringContaining('/status/') },
      { name: 'ticket', required: false },
    ])
  })

  it.each(['error', 'unavailable'] as const)(
    'the description of the API names what each call answers when the sandbox is told to fail: %s',
    async (fault) => {
      const { paths } = await read()
      const failing = inProcess(testApp({ difficulty: 1, upstream: createSandboxUpstream(0, fault) }))
      const post = 'https://x.com/sbx_clear/status/1980000000000000001'
      const answers = {
        '/api/check-by-user': await checkAccount(failing, bodyFor('sbx_clear')),
        '/api/check-batch': await checkBatch(failing, [post]),
        '/api/oembed': await failing(`/api/oembed?url=${post}`),
      }
      for (const [path, answer] of Object.entries(answers)) {
        const { code } = await outcome(answer)
        expect(JSON.stringify(paths[path])).toContain(`\`${code}\``)
      }
    },
  )

  it('the description of the API names every refusal that a caller can get', async () => {
    const document = JSON.stringify(await read())
    const unnamed = Object.keys(API_ERRORS).filter((code) => !document.includes(`\`${code}\``))
    // Nobody is there to get it.
    expect(unnamed).toEqual(['client_gone'])
  })

  it('the description of the API has a page that loads nothing from other origins', async () => {
    const page = await app.request('/api/docs')
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
    const html = await page.text()
    expect(html).not.toMatch(/https?:|<script>|style=|onclick/)
    const loaded = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path)
    const statuses = await Promise.all(loaded.map(async (path) => (await app.request(path)).status))
    expect(statuses).toEqual([200, 200, 200])
  })
})

describe('accessLog', () => {
  const logged: AnsweredCall[] = []
  const call = inProcess(testApp({ difficulty: 1, onAnswer: (answer) => logged.push(answer) }))
  const routesOf = (answers: AnsweredCall[]) => answers.map(({ route }) => route)

  it('accessLog logs the route, status and code of each answer, and nothing of its query', async () => {
    logged.length = 0
    await checkAccount(call, bodyFor('sbx_clear'))
    await call('/api/get-history-by-session-id?id=secret')
    await call('/api/oembed?url=secret')
    await call('/api/ip?secret')
    expect(logged.map(({ route, status, code }) => [route, status, code])).toEqual([
      ['/api/generate-keyvalue', 200, undefined],
      ['/api/check-by-user', 200, undefined],
      ['/api/get-history-by-session-id', 404, 'no_history'],
      ['/api/oembed', 400, 'bad_url'],
      ['/api/ip', 200, undefined],
    ])
  })

  // Each label of a metric is kept for ever: a path as a label lets anybody fill the memory.
  it.each([
    ['GET', '/api/no-such-call/secret'],
    ['GET', '/api/check-by-user'],
    ['POST', '/api/generate-keyvalue/secret'],
  ])('accessLog uses one label for all paths outside the API: %s %s', async (method, path) => {
    logged.length = 0
    await call(path, { method })
    expect(routesOf(logged)).toEqual(['other'])
  })

  it('accessLog logs how long an answer took', async () => {
    let passed = 5000
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => passed)
    const slow = testApp({
      addressOf: () => ((passed += 250), '192.0.2.1'),
      limits: { count: async () => void (passed += 0.5), ensure: async () => undefined },
      onAnswer: (answer) => logged.push(answer),
    })
    logged.length = 0
    await slow.request('/api/ip')
    clock.mockRestore()
    expect(logged).toEqual([{ route: '/api/ip', status: 200, code: undefined, ms: 500.5 }])
  })
})
