import { HTTPError } from 'ky'
import { describe, expect, it, vi } from 'vitest'
import { ProofError } from '../../../contract/ProofError.ts'
import { CheckError } from '../../../src/check/CheckError.ts'
import { answered } from '../../../src/check/api.ts'
import { toFailure } from '../../../src/check/createFlow.ts'
import { OfflineError } from '../../../src/lib/loadChunk.ts'

function refusal(status: number, data: unknown, headers: HeadersInit = {}) {
  const response = new Response(null, { status, headers })
  const error = new HTTPError(response, new Request('http://api.test/'), {} as never)
  error.data = data
  return error
}

const CHECK = (said = 'Unknown error') => `Failed to check user status: ${said}`

/** What a call that ends like this throws. */
async function thrownBy(error: unknown): Promise<unknown> {
  const call = new Promise<never>((_, reject) => reject(error as Error))
  try {
    return await answered(call, CHECK)
  } catch (thrown) {
    return thrown
  }
}

describe('toFailure', () => {
  it('keeps the status and the specified message of a refused check', async () => {
    const cause = refusal(503, { message: 'busy' })
    const error = await thrownBy(cause)
    expect(error).toBeInstanceOf(CheckError)
    expect(error).toHaveProperty('cause', cause)
    expect(toFailure(error)).toStrictEqual({
      kind: 'refused',
      message: 'Failed to check user status: busy',
      status: 503,
    })
  })

  it.each([undefined, 'plain text', { message: 5 }, [], null])(
    'says "Unknown error" when the server sent %j',
    async (data) => {
      const error = await thrownBy(refusal(500, data))
      expect(toFailure(error).message).toBe('Failed to check user status: Unknown error')
    },
  )

  it.each([
    ['7', 7],
    ['99999', 120],
    ['172799', 120],
    ['172800', undefined],
    ['0', undefined],
    ['soon', undefined],
    ['1.2', 2],
    ['Sat, 21 Nov 2026 09:00:30 GMT', 30],
  ])('reads the wait in Retry-After %s, capped', async (header, seconds) => {
    vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') })
    const { wait, until } = toFailure(await thrownBy(refusal(429, undefined, { 'Retry-After': header })))
    const now = Date.now()
    vi.useRealTimers()
    expect(wait).toBe(seconds)
    const asked = Number.isNaN(Number(header)) ? seconds : Number(header)
    expect(until).toBe(seconds === undefined ? undefined : now + (asked ?? 0) * 1000)
  })

  it('has the code that our server sends, and nothing else for one', async () => {
    const codeIn = async (data: unknown) => toFailure(await thrownBy(refusal(503, data))).code
    expect(await codeIn({ message: 'busy', code: 'busy' })).toBe('busy')
    for (const data of [{ code: 7 }, { message: 'busy' }, 'busy', null, undefined]) {
      expect(await codeIn(data)).toBeUndefined()
    }
  })

  it('tells code that was not loaded, a proof that was not found and a stray value from each other', () => {
    expect(toFailure(new OfflineError('not loaded'))).toEqual({ kind: 'unloaded', message: 'not loaded' })
    expect(toFailure(new ProofError())).toEqual({ kind: 'proof', message: 'Failed to solve PoW' })
    expect(toFailure(new Error('Failed to solve PoW')).kind).toBe('failed')
    expect(toFailure('thrown')).toEqual({ kind: 'failed', message: 'thrown' })
    expect(toFailure(Object.assign(new Error('odd'), { response: 'none' })).kind).toBe('failed')
    expect(toFailure(undefined)).toEqual({ kind: 'failed', message: 'undefined' })
  })

  it('leaves an error alone that is no refusal, and an answer too', async () => {
    const error = new TypeError('Failed to fetch')
    expect(await thrownBy(error)).toBe(error)
    expect(await answered(Promise.resolve('answer'), CHECK)).toBe('answer')
  })

  it('tells offline from other failures without an answer', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(toFailure(new TypeError('Failed to fetch')).kind).toBe('offline')
    vi.stubGlobal('navigator', { onLine: true })
    expect(toFailure(new TypeError('Failed to fetch')).kind).toBe('failed')
    vi.unstubAllGlobals()
  })
})
