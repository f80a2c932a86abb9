import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFaultLog } from '../../../server/operator/faultLog.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => vi.useRealTimers())

// A store that was down once wrote a line, with its stack, for each refused call of a stranger.
it('the fault log logs the same fault once a minute, with how often it occurred meanwhile', () => {
  const lines: [unknown, number][] = []
  const log = createFaultLog((error, repeats) => void lines.push([error, repeats]))
  const down = () => new Error('The store is down')
  for (let call = 0; call < 1000; call++) log(down())
  log(new Error('Another one'))
  expect(lines).toEqual([
    [down(), 0],
    [new Error('Another one'), 0],
  ])
  vi.advanceTimersByTime(60_000)
  for (let call = 0; call < 10; call++) log(down())
  expect(lines.slice(2)).toEqual([[down(), 999]])
})

it('the fault log distinguishes 100 faults, and logs one again that it has forgotten', () => {
  const write = vi.fn<(error: unknown) => void>()
  const log = createFaultLog(write)
  for (let fault = 0; fault < 101; fault++) log(new Error(`fault ${fault}`))
  log(new Error('fault 100'))
  expect(write).toHaveBeenCalledTimes(101)
  log(new Error('fault 0'))
  expect(write).toHaveBeenCalledTimes(102)
})
