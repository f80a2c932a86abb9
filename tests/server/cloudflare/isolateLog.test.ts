import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { logAnswer, logFault, logWarning, logX } from '../../../server/cloudflare/isolate.ts'
import { API_FAULTS, answersAgain } from '../../../server/upstream/x/client/faults.ts'

let lines: unknown[]
beforeEach(() => {
  lines = []
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((line: string) => {
      lines.push([level, JSON.parse(line)])
    })
  }
})
afterEach(() => vi.restoreAllMocks())

it('tells of a fault its kind, its sentence and where it was', () => {
  const error = new TypeError('nothing there')
  logFault(error)
  const told = { name: 'TypeError', message: 'nothing there', stack: error.stack }
  expect(lines).toEqual([['error', { level: 'error', msg: 'fault', ...told }]])
})

it('tells of what is thrown and is no error its type alone, since it may hold anything', () => {
  logFault('@someone from 192.0.2.1')
  expect(lines).toEqual([['error', { level: 'error', msg: 'fault', name: 'string', message: '', stack: '' }]])
})

it('passes a warning on', () => {
  logWarning('ENC_KEY is the published one.')
  expect(lines).toEqual([['warn', { level: 'warn', msg: 'ENC_KEY is the published one.' }]])
})

it.each([
  [200, undefined, 0],
  [404, 'no_history', 0],
  [499, undefined, 0],
  [500, 'internal', 1],
  [502, 'upstream', 1],
  [503, 'store_away', 1],
  [503, 'busy', 0],
])('of the answers it tells those that went wrong on this side: %i %s', (status, code, told) => {
  const call = { route: '/api/ip', status, code, ms: 1 }
  logAnswer(call)
  const line = JSON.parse(JSON.stringify({ level: 'warn', msg: 'answer', ...call })) as object
  expect(lines).toEqual(told ? [['warn', line]] : [])
})

it('tells when X refuses the operator, and when it answers again', () => {
  logX.fault?.('user', 'token')
  logX.fault?.('user', null)
  expect(lines).toEqual([
    ['warn', { level: 'warn', endpoint: 'user', msg: expect.stringContaining(API_FAULTS.token) }],
    ['info', { level: 'info', endpoint: 'user', msg: answersAgain('user') }],
  ])
})
