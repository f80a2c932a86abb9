import { describe, expect, it, vi } from 'vitest'
import { bodyFor, outcome } from '../client.ts'
import { testApp } from '../testApp.ts'

const KIB = 1024
const GIVEN = { status: 200, code: undefined }
const TOO_LARGE = { status: 413, code: 'too_large' }
const json = JSON.stringify(bodyFor('sbx_clear'))
/** A good body of so many bytes. */
const bodyOf = (bytes: number) => json + ' '.repeat(bytes - json.length)

function requestOf(body: string, headers: Record<string, string> = {}) {
  return new Request('http://localhost/api/generate-keyvalue', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
  })
}
const asked = (...given: Parameters<typeof requestOf>) =>
  outcome(testApp({ difficulty: 1 }).fetch(requestOf(...given)))

describe('a body', () => {
  it('may have 64 KiB and no byte more, whether its length is announced or not', async () => {
    for (const announced of [true, false]) {
      const sent = (bytes: number) =>
        asked(bodyOf(bytes), announced ? { 'Content-Length': String(bytes) } : {})
      expect(await sent(64 * KIB)).toEqual(GIVEN)
      expect(await sent(64 * KIB + 1)).toEqual(TOO_LARGE)
    }
  })

  it('is counted where another length is announced than that which it has', async () => {
    const lies = { 'Content-Length': '10', 'Transfer-Encoding': 'chunked' }
    expect(await asked(bodyOf(64 * KIB + 1), lies)).toEqual(TOO_LARGE)
    expect(await asked(bodyOf(64 * KIB), lies)).toEqual(GIVEN)
  })

  // A stream of it costs as much as all the rest of a challenge.
  it('is made no stream of where its length is announced', async () => {
    const app = testApp({ difficulty: 1 })
    const streams = async (headers: Record<string, string>) => {
      const request = requestOf(json, headers)
      const made = vi.spyOn(request, 'body', 'get')
      expect((await app.fetch(request)).status).toBe(200)
      return made.mock.calls.length > 0
    }
    expect(await streams({ 'Content-Length': String(json.length) })).toBe(false)
    expect(await streams({})).toBe(true)
  })

  it.each([
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['application/json ;charset=utf-8', 200],
    ['APPLICATION/JSON', 200],
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['text/plain; application/json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['', 415],
  ])('of the type "%s" is answered with %i', async (type, status) => {
    expect((await asked(json, { 'Content-Type': type })).status).toBe(status)
  })

  it('is not blamed for a fault of the server, announced or not', async () => {
    const faults: unknown[] = []
    const app = testApp({
      difficulty: 1,
      keys: () => {
        throw new Error('no keys')
      },
      onFault: (error) => faults.push(error),
    })
    for (const headers of [{ 'Content-Length': String(json.length) }, {}]) {
      expect(await outcome(app.fetch(requestOf(json, headers)))).toEqual({ status: 500, code: 'internal' })
    }
    expect(faults).toHaveLength(2)
  })
})
