import { expect, it } from 'vitest'
import { createGate } from '../../../server/upstream/sharing.ts'
import { callerWith } from '../callerWith.ts'

const still = new AbortController().signal
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A gate and the work in it, by name: what has begun, and how each is ended. */
function watched(running: number, waiting: number) {
  const gate = createGate(running, waiting)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const enter = (name: string, signal = still, share = '192.0.2.1') =>
    gate(
      async () => {
        begun.push(name)
        await new Promise<void>((resolve) => ends.set(name, resolve))
        return name
      },
      callerWith(signal, share),
    )
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
  await expect(gate(() => Promise.reject(new Error('broken')), callerWith(still))).rejects.toThrow('broken')
  expect(await gate(async () => 'next', callerWith(still))).toBe('next')
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

it('leaves a quarter of its places free for others, and gives each free one to who holds the fewest', async () => {
  const { enter, begun, end } = watched(4, 20)
  const of = (share: string, ...names: string[]) => names.map((name) => enter(name, still, share))
  const inside = [
    ...of('greedy', 'g1', 'g2', 'g3', 'g4', 'g5', 'g6', 'g7'),
    ...of('a', 'a1', 'a2'),
    ...of('b', 'b1'),
    ...of('c', 'c1'),
  ]
  expect(begun).toEqual(['g1', 'g2', 'g3', 'a1'])
  for (const name of ['g1', 'g2', 'b1', 'g3']) await end(name)
  expect(begun.slice(4)).toEqual(['b1', 'c1', 'a2', 'g4'])
  for (const name of ['a1', 'a2', 'c1', 'g4', 'g5', 'g6', 'g7']) await end(name)
  await Promise.all(inside)
})

it('lets a full queue take who waits for little in place of the last of who waits for most', async () => {
  const { enter, end, begun } = watched(1, 3)
  const codes: string[] = []
  const greedy = ['g1', 'g2', 'g3', 'g4'].map((name) =>
    enter(name, still, 'greedy').catch((error: { code: string }) => codes.push(`${name} ${error.code}`)),
  )
  const other = enter('a1', still, 'a')
  await greedy[3]
  expect(codes).toEqual(['g4 busy'])
  await expect(enter('g5', still, 'greedy')).rejects.toMatchObject({ code: 'busy' })
  await expect(enter('a2', still, 'a')).rejects.toMatchObject({ code: 'busy' })
  for (const name of ['g1', 'a1', 'g2', 'g3']) await end(name)
  await Promise.all([...greedy, other])
  expect(begun).toEqual(['g1', 'a1', 'g2', 'g3'])
})

it('counts who came from the queue like any other', async () => {
  const { enter, begun, end } = watched(1, 5)
  const inside = ['a', 'b'].map((name) => enter(name))
  await end('a')
  inside.push(enter('c'))
  await turn()
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  await end('c')
  await Promise.all(inside)
})

it('keeps a place free rather than giving it to a share that holds its most', async () => {
  const { enter, begun, end } = watched(4, 20)
  const greedy = ['g1', 'g2', 'g3', 'g4'].map((name) => enter(name, still, 'greedy'))
  const other = enter('a1', still, 'a')
  await end('a1')
  await other
  expect(begun).toEqual(['g1', 'g2', 'g3', 'a1'])
  const next = enter('b1', still, 'b')
  expect(begun).toEqual(['g1', 'g2', 'g3', 'a1', 'b1'])
  for (const name of ['b1', 'g1', 'g2', 'g3', 'g4']) await end(name)
  await Promise.all([...greedy, next])
})

it('makes room in the longest queue, wherever it stands', async () => {
  const { enter, begun, end } = watched(1, 4)
  const code = (error: { code: string }) => error.code
  const of = (share: string, ...names: string[]) => names.map((name) => enter(name, still, share).catch(code))
  const inside = [...of('first', 'x'), ...of('greedy', 'g1', 'g2', 'g3'), ...of('b', 'b1')]
  const last = of('c', 'c1')
  for (const name of ['x', 'g1', 'b1', 'c1', 'g2']) await end(name)
  expect(await Promise.all([...inside, ...last])).toEqual(['x', 'g1', 'g2', 'busy', 'b1', 'c1'])
  expect(begun).toHaveLength(5)
})
