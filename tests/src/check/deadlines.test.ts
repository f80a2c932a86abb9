import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { withDeadline, withCheckDeadline } from '../../../src/check/deadlines.ts'

/** A document whose visibility the test decides. */
class FakeDocument extends EventTarget {
  visibilityState: 'visible' | 'hidden' = 'visible'
  show(state: 'visible' | 'hidden') {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

let page: FakeDocument
beforeEach(() => {
  vi.useFakeTimers()
  page = new FakeDocument()
  vi.stubGlobal('document', page)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const forever = () => new Promise<never>(() => undefined)

/** How the job ended that never does so by itself. */
function outcomeOf(job: Promise<never>) {
  const outcome = { error: undefined as unknown }
  job.catch((error: unknown) => (outcome.error = error))
  return outcome
}

function endless() {
  const controller = new AbortController()
  return { controller, outcome: outcomeOf(withDeadline(1_000, controller.signal, forever)) }
}

/** How the job has ended just before so many milliseconds have passed, and just then. */
async function aroundEnd(outcome: { error: unknown }, milliseconds: number) {
  await vi.advanceTimersByTimeAsync(milliseconds - 1)
  const before = outcome.error
  await vi.advanceTimersByTimeAsync(1)
  return [before, outcome.error]
}
const ON_TIME = [undefined, expect.objectContaining({ name: 'TimeoutError' })]

it('a time limit ends a job that ignores its signal with a TimeoutError, and does not count the time while the page is hidden', async () => {
  const { outcome } = endless()
  await vi.advanceTimersByTimeAsync(600)
  page.show('visible')
  page.show('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome.error).toBeUndefined()
  page.show('visible')
  expect(await aroundEnd(outcome, 400)).toEqual(ON_TIME)
  expect(vi.getTimerCount()).toBe(0)
})

it('a time limit does not count the time of a page that was opened in the background', async () => {
  page.visibilityState = 'hidden'
  vi.advanceTimersByTime(5_000)
  const { outcome } = endless()
  page.show('hidden')
  await vi.advanceTimersByTimeAsync(60_000)
  page.show('visible')
  expect(await aroundEnd(outcome, 1_000)).toEqual(ON_TIME)
})

it('a time limit passes an abort on at once with its own reason, also an abort from before the job began', async () => {
  const { outcome, controller } = endless()
  controller.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(outcome.error).toMatchObject({ name: 'AbortError' })
  const aborted = withDeadline(1_000, AbortSignal.abort(), forever)
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
})

it('a time limit leaves no timer behind, and no listener that starts one again', async () => {
  await withDeadline(1_000, new AbortController().signal, async () => 'done')
  expect(vi.getTimerCount()).toBe(0)
  page.show('hidden')
  page.show('visible')
  expect(vi.getTimerCount()).toBe(0)
})

it('withCheckDeadline allows what remains of 45 seconds since the check began, which include loading its code', async () => {
  vi.advanceTimersByTime(10_000)
  const startedAt = performance.now() - 4_000
  const { signal } = new AbortController()
  const report = () => undefined
  const check = withCheckDeadline({ startedAt, signal, report }, forever)
  expect(await aroundEnd(outcomeOf(check), 41_000)).toEqual(ON_TIME)
})

it('withCheckDeadline does not count the time of an uncounted step', async () => {
  const { signal } = new AbortController()
  const check = withCheckDeadline({ startedAt: performance.now(), signal, report() {} }, async (steps) => {
    await steps.uncounted(() => new Promise((resolve) => setTimeout(resolve, 60_000)))
    return await forever()
  })
  const outcome = outcomeOf(check)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcome.error).toBeUndefined()
  expect(await aroundEnd(outcome, 45_000)).toEqual(ON_TIME)
})
