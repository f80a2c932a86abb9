import { HTTPError } from 'ky'
import { describe, expect, it, vi } from 'vitest'
import { CheckError } from '../../../src/check/CheckError.ts'
import { toFailure } from '../../../src/check/failure.ts'
import { OfflineError } from '../../../src/load/loadChunk.ts'

function refusal(status: number, data: unknown, headers: HeadersInit = {}) {
  const response = new Response(null, { status, headers })
  const error = new HTTPError(response, new Request('http://api.test/'), {} as never)
  error.data = data
  return error
}

describe('toFailure', () => {
  it('keeps the status, the data and the specified message of a refused check', () => {
    const error = CheckError.from('Failed to check user status: ', refusal(503, { message: 'busy' }))
    expect(toFailure(error)).toEqual({
      kind: 'refused',
      message: 'Failed to check user status: busy',
      status: 503,
      data: { message: 'busy' },
    })
  })

  it.each([undefined, 'plain text', { message: 5 }, [], null])(
    'says "Unknown error" when the server sent %j',
    (data) => {
      const error = CheckError.from('Failed to check user status: ', refusal(500, data))
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
  ])('reads the wait in Retry-After %s, capped', (header, seconds) => {
    vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') })
    const { wait, until } = toFailure(refusal(429, undefined, { 'Retry-After': header }))
    const now = Date.now()
    vi.useRealTimers()
    expect(wait).toBe(seconds)
    const asked = Number.isNaN(Number(header)) ? seconds : Number(header)
    expect(until).toBe(seconds === undefined ? undefined : now + (asked ?? 0) * 1000)
  })

  it('has the code that our server sends, and nothing else for one', () => {
    const codeIn = (data: unknown) => toFailure(refusal(503, data)).code
    expect(codeIn({ message: 'busy', code: 'busy' })).toBe('busy')
    for (const data of [{ code: 7 }, { message: 'busy' }, 'busy', null, undefined]) {
      expect(codeIn(data)).toBeUndefined()
    }
  })

  it('tells code that was not loaded, a proof that was not found and a stray value from each other', () => {
    expect(toFailure(new OfflineError('not loaded'))).toEqual({ kind: 'unloaded', message: 'not loaded' })
    const proof = 'Failed to solve PoW: no counter'
    expect(toFailure(new Error(proof))).toEqual({ kind: 'proof', message: proof })
    expect(toFailure('thrown')).toEqual({ kind: 'failed', message: 'thrown' })
    expect(toFailure(Object.assign(new Error('odd'), { response: 'none' })).kind).toBe('failed')
    expect(toFailure(undefined)).toEqual({ kind: 'failed', message: 'undefined' })
  })

  it('leaves an error alone that is no refusal', () => {
    const error = new TypeError('Failed to fetch')
    expect(CheckError.from('prefix: ', error)).toBe(error)
    expect(CheckError.saying('said', error)).toBe(error)
    expect(CheckError.saying('said', refusal(500, null))).toMatchObject({ message: 'said', status: 500 })
  })

  it('tells offline from other failures without an answer', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(toFailure(new TypeError('Failed to fetch')).kind).toBe('offline')
    vi.stubGlobal('navigator', { onLine: true })
    expect(toFailure(new TypeError('Failed to fetch')).kind).toBe('failed')
    vi.unstubAllGlobals()
  })
})
