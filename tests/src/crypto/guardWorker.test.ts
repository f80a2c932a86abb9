import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardWorker } from '../../../src/crypto/lane.ts'
import { ChannelWorker } from './ChannelWorker.ts'

const SILENCE = 3_000

/** Questions that the worker answers, refuses and never answers. */
const api = {
  double: (number: number) => 2 * number,
  refuse: () => {
    throw new TypeError('not that')
  },
  think: () => new Promise<number>(() => undefined),
}

function guarded() {
  const worker = new ChannelWorker()
  worker.run(api)
  return { worker, ...guardWorker<typeof api>(worker as unknown as Worker, SILENCE) }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a guarded worker', () => {
  it('hands on what the worker answers and what it throws, and leaves no timer behind', async () => {
    const { answered, remote, close } = guarded()
    expect(await answered(remote.double(21))).toBe(42)
    await expect(answered(remote.refuse())).rejects.toThrow('not that')
    expect(vi.getTimerCount()).toBe(0)
    close()
  })

  it.each(['error', 'messageerror'] as const)(
    'fails every call, open and later, once it has told of its death: %s',
    async (type) => {
      const { worker, answered, remote, close } = guarded()
      const open = answered(remote.think())
      expect(worker.die(type)).toBe(true)
      await expect(open).rejects.toThrow('A worker died')
      await expect(answered(remote.double(21))).rejects.toThrow('A worker died')
      expect(vi.getTimerCount()).toBe(0)
      close()
    },
  )

  it('fails a call when the worker has been silent for too long, and no sooner', async () => {
    const { answered, remote, close } = guarded()
    const outcome = vi.fn<(error: unknown) => void>()
    answered(remote.think()).catch(outcome)
    await vi.advanceTimersByTimeAsync(SILENCE - 1)
    expect(outcome).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(outcome.mock.calls).toEqual([[new Error('A worker does not answer')]])
    close()
  })

  it('fails open calls when it is closed, and ends the worker', async () => {
    const { worker, answered, remote, close } = guarded()
    const open = answered(remote.think())
    close()
    await expect(open).rejects.toThrow('The lane was closed')
    expect(worker.terminated).toBe(true)
  })

  it('dies unnoticed while nobody asks', async () => {
    const unhandled = vi.fn<(reason: unknown) => void>()
    process.on('unhandledRejection', unhandled)
    const { worker, close } = guarded()
    worker.die()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
    close()
  })
})
