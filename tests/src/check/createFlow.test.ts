import { createStore } from 'jotai/vanilla'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createFlow } from '../../../src/check/createFlow.ts'
import type { Done } from '../../../src/check/createFlow.ts'
import type { CheckRun } from '../../../src/check/deadlines.ts'
import { text } from '../../../src/text/ja.ts'

let store: ReturnType<typeof createStore>
let flow: ReturnType<typeof createFlow<string, string>>
beforeEach(() => {
  store = createStore()
  flow = createFlow<string, string>()
})

/** Asks, and hands out the run and how to end it. */
function asked(question: string, earlier?: Done<string, string>) {
  const { promise, resolve: answer, reject: fail } = Promise.withResolvers<string>()
  let run: CheckRun | undefined
  const over = store.set(
    flow.runAtom,
    question,
    async (given) => {
      run = given
      return await promise
    },
    earlier,
  )
  return { run, over, answer, fail }
}
const earlier: Done<string, string> = { state: 'done', asked: 'all', answer: 'most', endedAt: 1 }

describe('a question', () => {
  it('is idle until it is asked, and says nothing', () => {
    expect(store.get(flow.stateAtom)).toBe('idle')
    expect(store.get(flow.askedAtom)).toBeNull()
    expect(store.get(flow.runningAtom)).toBeNull()
    expect(store.get(flow.announcementAtom)).toBe('')
  })

  it('announces each of its stages while it is being asked, and then its answer is there', async () => {
    const { run, over, answer } = asked('whether')
    expect(store.get(flow.stateAtom)).toBe('running')
    expect(store.get(flow.askedAtom)).toBe('whether')
    expect(store.get(flow.announcementAtom)).toBe(text.phase.ip)
    run?.report({ name: 'server' })
    expect(store.get(flow.runningAtom)).toMatchObject({ asked: 'whether', stage: { name: 'server' } })
    expect(store.get(flow.announcementAtom)).toBe(text.phase.server)
    answer('yes')
    await over
    expect(store.get(flow.doneAtom)).toMatchObject({ state: 'done', asked: 'whether', answer: 'yes' })
    expect(store.get(flow.runningAtom)).toBeNull()
    expect(store.get(flow.announcementAtom)).toBe('')
  })

  it('is asked once at a time, and may be asked again', async () => {
    const first = asked('first')
    const second = asked('second')
    expect(second.run).toBeUndefined()
    await second.over
    expect(store.get(flow.askedAtom)).toBe('first')
    first.answer('yes')
    await first.over
    expect(asked('third').run).toBeDefined()
  })

  it('that failed says why, and keeps what was asked', async () => {
    const { over, fail } = asked('whether')
    fail(new TypeError('Failed to fetch'))
    await over
    expect(store.get(flow.failedAtom)).toMatchObject({ asked: 'whether', failure: { kind: 'failed' } })
    expect(store.get(flow.doneAtom)).toBeNull()
    expect(store.get(flow.askedAtom)).toBe('whether')
  })
})

describe('a question that is stopped', () => {
  it('leaves nothing, and what comes of it later is not shown', async () => {
    for (const end of ['answer', 'fail'] as const) {
      const late = asked('late')
      store.set(flow.leaveAtom)
      expect(late.run?.signal.aborted).toBe(true)
      expect(store.get(flow.stateAtom)).toBe('idle')
      late.run?.report({ name: 'server' })
      late[end]('late')
      await late.over
      expect(store.get(flow.stateAtom)).toBe('idle')
    }
  })

  it('as the page is being frozen changes nothing on the screen until the page comes back', async () => {
    const { run, over, fail } = asked('whether')
    store.set(flow.haltAtom)
    fail(new Error('aborted'))
    await over
    expect(run?.signal.aborted).toBe(true)
    expect(store.get(flow.stateAtom)).toBe('running')
    store.set(flow.leaveAtom)
    expect(store.get(flow.stateAtom)).toBe('idle')
  })

  it('is forgotten with what was answered', async () => {
    const first = asked('first')
    first.answer('yes')
    await first.over
    const second = asked('second')
    store.set(flow.clearAtom)
    expect(second.run?.signal.aborted).toBe(true)
    expect(store.get(flow.stateAtom)).toBe('idle')
  })

  it('needs one that is being asked: an answer stays', async () => {
    const { over, answer } = asked('whether')
    answer('yes')
    await over
    store.set(flow.leaveAtom)
    store.set(flow.haltAtom)
    expect(store.get(flow.doneAtom)?.answer).toBe('yes')
  })
})

describe('a part of an answer that is asked again', () => {
  it('brings the whole back when it is stopped', () => {
    asked('part', earlier)
    store.set(flow.leaveAtom)
    expect(store.get(flow.doneAtom)).toBe(earlier)
  })

  it('brings the whole back when it fails, with why and when', async () => {
    vi.useFakeTimers({ now: 7, toFake: ['Date'] })
    const { over, fail } = asked('part', earlier)
    fail(new TypeError('Failed to fetch'))
    await over
    vi.useRealTimers()
    expect(store.get(flow.doneAtom)).toEqual({
      ...earlier,
      repeatFailure: { kind: 'failed', message: 'Failed to fetch' },
      endedAt: 7,
    })
    expect(store.get(flow.failedAtom)).toBeNull()
  })

  it('takes its place when it is answered', async () => {
    const { over, answer } = asked('part', earlier)
    answer('all')
    await over
    expect(store.get(flow.doneAtom)).toMatchObject({ asked: 'part', answer: 'all' })
  })
})
