import { expect, it } from 'vitest'
import { createGate } from '../../../server/upstream/gate.ts'

const still = new AbortController().signal
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A gate and the work in it, by name: what has begun, and how each is ended. */
function watched(running: number, waiting: number) {
  const gate = createGate(running, waiting)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (name: string, signal = still) =>
    gate(async () => {
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

it('runs so many at once, lets so many wait in order, and refuses the rest with the seconds to wait', async () => {
  const { enter, begun, end } = watched(2, 2)
  const inside = ['a', 'b', 'c', 'd'].map((name) => enter(name))
  await expect(enter('e')).rejects.toMatchObject({ code: 'busy', retryAfter: 10 })
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  await end('c')
  await end('d')
  expect(await Promise.all(inside)).toEqual(['a', 'b', 'c', 'd'])
})

it('has all its places again when what ran is over, failures included', async () => {
  const gate = createGate(1, 0)
  await expect(gate(() => Promise.reject(new Error('broken')), still)).rejects.toThrow('broken')
  expect(await gate(async () => 'next', still)).toBe('next')
  const { enter, begun, end } = watched(1, 0)
  const first = enter('a')
  await end('a')
  await first
  const second = enter('b')
  await expect(enter('c')).rejects.toMatchObject({ code: 'busy' })
  await end('b')
  await second
  expect(begun).toEqual(['a', 'b'])
})

it('forgets who leaves the queue, whose place another takes, and never begins for one who has left', async () => {
  const { enter, begun, end } = watched(1, 2)
  const leaving = new AbortController()
  const gone = new AbortController()
  gone.abort(new Error('left before'))
  await expect(enter('x', gone.signal)).rejects.toThrow('left before')
  const inside = [enter('a'), enter('b', leaving.signal), enter('c')]
  const left = inside[1]?.catch((error: Error) => error.message)
  leaving.abort(new Error('left'))
  expect(await left).toBe('left')
  inside[1] = enter('d')
  await end('a')
  await end('c')
  await end('d')
  expect(await Promise.all(inside)).toEqual(['a', 'd', 'c'])
  expect(begun).toEqual(['a', 'c', 'd'])
})

it('keeps the queue whole when one leaves whose turn has come', async () => {
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
