import { expect, it, vi } from 'vitest'
import { abortable, inTime } from '../../contract/async.ts'

const never = () => new Promise<never>(() => undefined)

it('gives what the work gives, and leaves no listener behind', async () => {
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  const added = vi.spyOn(signal, 'addEventListener')
  expect(await abortable(Promise.resolve('done'), signal)).toBe('done')
  await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken')
  expect(added).toHaveBeenCalledTimes(2)
  expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
    added.mock.calls.map(([, listener]) => listener),
  )
})

it('stops waiting for deaf work when the signal aborts, with its reason', async () => {
  const controller = new AbortController()
  const waiting = abortable(never(), controller.signal)
  controller.abort('gone')
  await expect(waiting).rejects.toBe('gone')
})

it('waits for nothing once the signal has aborted, not even for work that is done or has failed', async () => {
  const signal = AbortSignal.abort('gone')
  await expect(abortable(Promise.resolve('done'), signal)).rejects.toBe('gone')
  await expect(abortable(Promise.reject(new Error('broken')), signal)).rejects.toBe('gone')
})

it('limits how long is waited, and keeps no timer of work that ends', async () => {
  vi.useFakeTimers()
  const late = inTime(never(), 50, 'too late').catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(49)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await late).toMatchObject({ message: 'too late' })
  expect(await inTime(Promise.resolve('done'), 50, 'too late')).toBe('done')
  await expect(inTime(Promise.reject(new Error('broken')), 50, 'too late')).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
