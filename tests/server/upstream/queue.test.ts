import { describe, expect, it } from 'vitest'
import { createQueue } from '../../../server/upstream/x/client/client.ts'

const still = new AbortController().signal
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A queue and the work in it, by name: what has begun, and how each is ended. */
function watched(concurrency: number, waitingMax?: number) {
  const queue = createQueue({ concurrency, waitingMax })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (name: string, signal = still) =>
    queue(async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    }, signal)
  const end = async (name: string) => {
    await turn()
    ends.get(name)?.()
    await turn()
  }
  return { enter, begun, end }
}

describe('a queue', () => {
  it('a queue runs a limited number at once, lets a limited number wait in order, and refuses the rest with the seconds to wait', async () => {
    const { enter, begun, end } = watched(2, 2)
    const inside = ['a', 'b', 'c', 'd'].map((name) => enter(name))
    await expect(enter('e')).rejects.toMatchObject({ code: 'busy', retryAfter: 10 })
    await turn()
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    inside.push(enter('e'))
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    for (const name of ['c', 'd', 'e']) await end(name)
    expect(await Promise.all(inside)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('a queue has all its places again when its jobs have ended, also if they failed', async () => {
    const queue = createQueue({ concurrency: 1, waitingMax: 0 })
    await expect(queue(() => Promise.reject(new Error('broken')), still)).rejects.toThrow('broken')
    expect(await queue(async () => 'next', still)).toBe('next')
  })

  it('a queue removes a caller who leaves, gives their place to the next, and never begins for one who has left', async () => {
    const { enter, begun, end } = watched(1, 2)
    const leaving = new AbortController()
    await expect(enter('x', AbortSignal.abort(new Error('left before')))).rejects.toThrow('left before')
    const inside = [enter('a'), enter('b', leaving.signal), enter('c')]
    const left = inside[1]?.catch((error: Error) => error.message)
    leaving.abort(new Error('left'))
    expect(await left).toBe('left')
    inside[1] = enter('d')
    for (const name of ['a', 'c', 'd']) await end(name)
    expect(await Promise.all(inside)).toEqual(['a', 'd', 'c'])
    expect(begun).toEqual(['a', 'c', 'd'])
  })

  it('a queue keeps its order if a caller leaves when its turn has just begun', async () => {
    const { enter, begun, end } = watched(1, 2)
    const late = new AbortController()
    const inside = [enter('a'), enter('b', late.signal), enter('c')]
    await end('a')
    late.abort()
    await end('b')
    await end('c')
    expect(await Promise.all(inside)).toEqual(['a', 'b', 'c'])
    expect(begun).toEqual(['a', 'b', 'c'])
  })

  it('a queue starts one job in each interval, in order, and passes over a caller who leaves', async () => {
    const ends: (() => void)[] = []
    const waited: number[] = []
    const queue = createQueue({
      concurrency: 4,
      intervalMs: 1000,
      wait: (ms) => new Promise((resolve) => void (waited.push(ms), ends.push(resolve))),
    })
    const begun: string[] = []
    const leaving = new AbortController()
    const enter = (name: string, signal = still) => queue(async () => void begun.push(name), signal)
    const inside = [enter('a'), enter('b', leaving.signal).catch(() => 'left'), enter('c'), enter('d')]
    leaving.abort()
    for (const names of ['a', 'ac', 'acd']) {
      await turn()
      expect(begun.join('')).toBe(names)
      ends.shift()?.()
    }
    await Promise.all(inside)
    expect(waited).toEqual([1000, 1000, 1000])
  })
})
