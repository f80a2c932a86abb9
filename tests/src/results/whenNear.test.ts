import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeWindowEdge } from './fakeWindowEdge.ts'

let whenNear: (element: Element, visit: (signal: AbortSignal) => void) => () => void
let edge: ReturnType<typeof fakeWindowEdge>
const row = () => new EventTarget() as Element

beforeEach(async () => {
  edge = fakeWindowEdge()
  vi.resetModules()
  ;({ whenNear } = await import('../../../src/results/previews.ts'))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('visits an element each time it comes near, and tells each visit when the element leaves', () => {
  const signals: AbortSignal[] = []
  const element = row()
  whenNear(element, (signal) => void signals.push(signal))
  expect(signals).toEqual([])
  edge.tell(element, true)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  edge.tell(element, false)
  edge.tell(element, false)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  edge.tell(element, true)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

it('ends a visit when the element is told to be near once more', () => {
  const signals: AbortSignal[] = []
  const element = row()
  whenNear(element, (signal) => void signals.push(signal))
  edge.tell(element, true)
  edge.tell(element, true)
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
})

it('watches all elements by one observer, which looks 400 pixels above and below the window, and each for itself', () => {
  const [one, other] = [row(), row()]
  const visited: string[] = []
  whenNear(one, () => void visited.push('one'))
  whenNear(other, () => void visited.push('other'))
  expect(edge.margins).toEqual(['400px 0px'])
  expect([...edge.watched]).toEqual([one, other])
  edge.tell(other, true)
  expect(visited).toEqual(['other'])
})

it('ends the visit, and visits no more, once it is told to stop', () => {
  const [one, other] = [row(), row()]
  const signals: AbortSignal[] = []
  const stop = whenNear(one, (signal) => void signals.push(signal))
  whenNear(other, () => undefined)
  edge.tell(one, true)
  stop()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  expect([...edge.watched]).toEqual([other])
  // What the browser had noticed before may still come.
  edge.tell(one, true)
  expect(signals).toHaveLength(1)
})

it('can stop before the element has been near', () => {
  const element = row()
  whenNear(element, () => undefined)()
  expect([...edge.watched]).toEqual([])
})

it('visits nothing in a browser that does not tell what is near', () => {
  vi.stubGlobal('IntersectionObserver', undefined)
  const visit = vi.fn<() => void>()
  whenNear(row(), visit)()
  expect(visit).not.toHaveBeenCalled()
})
