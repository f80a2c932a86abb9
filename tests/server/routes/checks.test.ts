import { Hono } from 'hono'
import { once } from 'node:events'
import { connect } from 'node:net'
import * as v from 'valibot'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { AnsweredCall } from '../../../server/app.ts'
import { listenForRequests } from '../../../server/http/listen.ts'
import { validateJsonBody, withTimeLimit } from '../../../server/routes/checks.ts'
import { bodyFor, headersOf, inProcess, outcome, postOf, solved } from '../client.ts'
import { testApp } from '../testApp.ts'

describe('withProof', () => {
  it('a check without a proof is refused before its body is read', async () => {
    const app = testApp({ difficulty: 1 })
    for (const path of ['/api/check-by-user', '/api/check-batch']) {
      const request = new Request(`http://localhost${path}`, postOf('no JSON'))
      expect((await outcome(app.fetch(request))).code).toBe('token_missing')
      expect(request.bodyUsed).toBe(false)
    }
    const read = new Request(
      'http://localhost/api/check-by-user',
      postOf('no JSON', headersOf(await solved(inProcess(app), bodyFor('sbx_clear')))),
    )
    expect(await outcome(app.fetch(read))).toEqual({ status: 400, code: 'bad_body' })
    expect(read.bodyUsed).toBe(true)
  })
})

describe('validateJsonBody', () => {
  // 64 KiB of numbers once cost 33 ms each, for a list of all that is wrong with them.
  it('validateJsonBody stops at the first fault of a body', async () => {
    const looked = vi.fn(() => false)
    const app = new Hono().post('/', validateJsonBody(v.array(v.pipe(v.number(), v.check(looked)))), (c) =>
      c.text(''),
    )
    const body = `[${'0,'.repeat(30_000)}0]`
    await app.request('/', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    expect(looked).toHaveBeenCalledTimes(1)
  })

  const KIB = 1024
  const GIVEN = { status: 200, code: undefined }
  const TOO_LARGE = { status: 413, code: 'too_large' }
  const json = JSON.stringify(bodyFor('sbx_clear'))
  /** A good body of so many bytes. */
  const bodyOf = (bytes: number) => json + ' '.repeat(bytes - json.length)

  function requestOf(body: string, headers: Record<string, string> = {}) {
    return new Request('http://localhost/api/generate-keyvalue', postOf(body, headers))
  }
  const asked = (...given: Parameters<typeof requestOf>) =>
    outcome(testApp({ difficulty: 1 }).fetch(requestOf(...given)))

  it('validateJsonBody accepts a body of 64 KiB and none that is a byte longer', async () => {
    expect(await asked(bodyOf(64 * KIB))).toEqual(GIVEN)
    expect(await asked(bodyOf(64 * KIB + 1))).toEqual(TOO_LARGE)
  })

  it('validateJsonBody reads a body without a length up to the limit', async () => {
    const askedInChunks = (text: string) => {
      const request = requestOf(text)
      request.headers.delete('Content-Length')
      return outcome(testApp({ difficulty: 1 }).fetch(request))
    }
    expect(await askedInChunks(bodyOf(64 * KIB))).toEqual(GIVEN)
    expect(await askedInChunks(bodyOf(64 * KIB + 1))).toEqual(TOO_LARGE)
  })

  // A stream of it costs as much as all the rest of a challenge.
  it('validateJsonBody never makes a stream of a body with a length', async () => {
    const request = requestOf(json)
    const made = vi.spyOn(request, 'body', 'get')
    expect((await testApp({ difficulty: 1 }).fetch(request)).status).toBe(200)
    expect(made).not.toHaveBeenCalled()
  })

  it.each([
    ['Application/JSON; charset=utf-8', 200],
    ['application/jsonp', 415],
    ['text/plain; application/json', 415],
    ['', 415],
  ])('validateJsonBody answers a body of the type "%s" with %i', async (type, status) => {
    expect((await asked(json, { 'Content-Type': type })).status).toBe(status)
  })

  it('validateJsonBody does not blame a body for a fault of the server, and does not reveal its message', async () => {
    const faults: unknown[] = []
    const app = testApp({
      difficulty: 1,
      keys: () => {
        throw new Error('no keys')
      },
      onFault: (error) => faults.push(error),
    })
    const answer = await app.fetch(requestOf(json))
    expect(await answer.clone().text()).not.toContain('no keys')
    expect(await outcome(answer)).toEqual({ status: 500, code: 'internal' })
    expect(faults).toHaveLength(1)
  })
})

describe('withTimeLimit', () => {
  afterEach(() => vi.useRealTimers())

  /** Work that goes on until it is stopped. */
  const endless = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(new Error('begun too late'))
      signal.addEventListener('abort', () => reject(new Error('stopped')))
    })
  const begin = (work: (signal: AbortSignal) => Promise<unknown> = endless) => {
    const [visitor, ending] = [new AbortController(), new AbortController()]
    const limited = withTimeLimit([visitor.signal, ending.signal], 1000, work)
    return { visitor, ending, limited }
  }

  it('withTimeLimit is stopped by its visitor, by the server and by its time, each with a refusal of its own', async () => {
    vi.useFakeTimers()
    const [left, ended, late] = [begin(), begin(), begin()]
    left.visitor.abort()
    await expect(left.limited).rejects.toMatchObject({ code: 'client_gone' })
    ended.ending.abort()
    await expect(ended.limited).rejects.toMatchObject({ code: 'shutting_down', retryAfter: 1 })
    const refused = late.limited.catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1000)
    expect(await refused).toMatchObject({ code: 'upstream_timeout' })
  })

  it('withTimeLimit does not begin if its visitor or the server has already stopped', async () => {
    for (const code of ['client_gone', 'shutting_down'] as const) {
      const gone = AbortSignal.abort()
      const still = new AbortController().signal
      const signals = code === 'client_gone' ? ([gone, still] as const) : ([still, gone] as const)
      await expect(withTimeLimit(signals, 1000, endless)).rejects.toMatchObject({ code })
    }
  })

  it('withTimeLimit leaves no timer and no listener behind', async () => {
    vi.useFakeTimers()
    const signals = [new AbortController().signal, new AbortController().signal] as const
    const spied = signals.map((signal) => ({
      added: vi.spyOn(signal, 'addEventListener'),
      removed: vi.spyOn(signal, 'removeEventListener'),
    }))
    expect(await withTimeLimit(signals, 1000, async () => 'done')).toBe('done')
    for (const { added, removed } of spied) {
      expect(added).toHaveBeenCalled()
      expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
    }
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a body that is cut', async () => {
  const faults: unknown[] = []
  const answered: AnsweredCall[] = []
  const app = testApp({ onFault: (error) => faults.push(error), onAnswer: (call) => answered.push(call) })
  const server = await listenForRequests(app, 0)
  afterAll(() => server.drain(0))

  const CRLF = '\r\n'
  const START = '{"screen'

  it.each([
    ['hangs up', 'destroy'],
    ['stops speaking', 'end'],
  ] as const)(
    'a body whose client %s in the middle is a fault of the client, not of the server',
    async (_leaves, leave) => {
      const before = answered.length
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      const head = [
        'POST /api/generate-keyvalue HTTP/1.1',
        'Host: x',
        'Content-Type: application/json',
        'Content-Length: 100',
      ]
      await new Promise((resolve) => socket.write([...head, '', START].join(CRLF), resolve))
      socket[leave]()
      await expect.poll(() => answered.length).toBe(before + 1)
      expect(answered.at(-1)).toMatchObject({ status: 400 })
      expect(faults).toEqual([])
      socket.destroy()
    },
  )
})
