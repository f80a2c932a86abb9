import { HTTPError } from 'ky'
import { describe, expect, it, vi } from 'vitest'
import { CheckError } from '../../../src/check/CheckError.ts'
import { toFailure } from '../../../src/check/failure.ts'

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
    ['0', undefined],
    ['soon', undefined],
    ['Sat, 21 Nov 2026 09:00:30 GMT', 30],
  ])('reads the wait in Retry-After %s, capped', (header, seconds) => {
    vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') })
    const { wait } = toFailure(refusal(429, undefined, { 'Retry-After': header }))
    vi.useRealTimers()
    expect(wait).toBe(seconds)
  })

  it('tells offline from other failures without an answer', () => {
    vi.stubGlobal('navigator', { onLine: false })
    expect(toFailure(new TypeError('Failed to fetch')).kind).toBe('offline')
    vi.stubGlobal('navigator', { onLine: true })
    expect(toFailure(new TypeError('Failed to fetch')).kind).toBe('failed')
    vi.unstubAllGlobals()
  })
})
