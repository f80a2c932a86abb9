import * as fc from 'fast-check'
import { setImmediate } from 'node:timers/promises'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { ApiError } from '../../../contract/reasons.ts'
import { readSpent } from '../../../server/store/Store.ts'
import { createQueue } from '../../../server/upstream/x/client/client.ts'
import { createAnswerCache } from '../../../server/upstream/Upstream.ts'
import { createBudget } from '../../../server/upstream/x/budget.ts'
import { callerWith } from '../client.ts'
import { createMemoryStore } from '../testApp.ts'
import { today } from './xWorld.ts'

const WORST_MICROS = 20_000
const PRICE_MICROS = 10_000
/** Every address may make two calls, one after the other. */
const ADDRESS_MICROS = 3 * PRICE_MICROS

const index = fc.nat(20)
const Step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('ask'),
      key: fc.nat(7),
      client: fc.nat(2),
      isAlone: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('leave'), index }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('answer'), index }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('fail'), index }) },
)

type Visitor = { clientKey: string; leaving: AbortController; outcome: string | null; isGone: boolean }
/** A call of X that is under way. */
type Call = { key: number; answer: () => void; fail: () => void }

/** A cache, a budget and a queue with two places, over an X that answers when it is told to. */
function world() {
  const store = createMemoryStore()
  const cache = createAnswerCache('x', store, () => undefined)
  const spending = {
    dayMicros: 1e9,
    addressMicros: ADDRESS_MICROS,
    leastMicros: 0,
    hourMicros: 1e9,
  }
  const budget = createBudget({ store, spending, now: Date.now, onFault: () => undefined })
  const queue = createQueue({ concurrency: 2 })
  const visitors: Visitor[] = []
  const calls: Call[] = []
  const entered: symbol[] = []
  const begun: symbol[] = []
  const answered = new Map<number, number>()
  /** Clients that were refused in their own name. */
  const refused = new Set<string>()
  const problems: string[] = []
  let charged = 0
  let booked = 0

  function callX(key: number, signal: AbortSignal, meter: { sent: () => void; free: () => void }) {
    if (calls.some((call) => call.key === key)) problems.push(`the work on ${key} is done twice at once`)
    meter.sent()
    const { promise, resolve, reject } = Promise.withResolvers<{
      status: number
      json: unknown
      headers: Headers
    }>()
    const end = () => void calls.splice(calls.indexOf(call), 1)
    const leave = () => {
      // X may have charged what nobody heard any more.
      booked += WORST_MICROS
      end()
      reject(signal.reason)
    }
    const call: Call = {
      key,
      answer() {
        end()
        charged += PRICE_MICROS
        booked += PRICE_MICROS
        answered.set(key, (answered.get(key) ?? 0) + 1)
        signal.removeEventListener('abort', leave)
        resolve({ status: 200, json: { data: {} }, headers: new Headers() })
      },
      fail() {
        end()
        meter.free()
        signal.removeEventListener('abort', leave)
        reject(new Error('X failed'))
      },
    }
    signal.addEventListener('abort', leave)
    calls.push(call)
    return promise
  }

  function ask(key: number, client: number): void {
    const leaving = new AbortController()
    const clientKey = `192.0.${client}.1`
    const visitor: Visitor = { clientKey, leaving, outcome: null, isGone: false }
    visitors.push(visitor)
    const caller = callerWith(leaving.signal, clientKey)
    const answer = cache.get(`${key}`, v.number(), caller, async (shared) => {
      await budget(shared, WORST_MICROS, async (pay) => {
        await pay({
          endpoint: 'user',
          kind: 'user',
          worstMicros: WORST_MICROS,
          call(meter) {
            const turn = Symbol(String(key))
            entered.push(turn)
            return queue(() => (begun.push(turn), callX(key, shared.signal, meter)), shared.signal)
          },
        })
      }).catch((error: unknown) => {
        if (error instanceof ApiError) refused.add(shared.clientKey)
        throw error
      })
      return { value: key, ttlMs: 60_000 }
    })
    answer.then(
      (value) => (visitor.outcome = value === key ? 'answered' : 'another answer'),
      (error: Error & { code?: string }) => (visitor.outcome = error.code ?? error.message),
    )
  }

  return {
    store,
    visitors,
    calls,
    ask,
    budget,
    result: () => ({ problems, refused, charged, booked, answered, entered, begun }),
  }
}

const flush = async () => {
  for (let turn = 0; turn < 6; turn++) await setImmediate()
}

it('whoever joins, leaves, is refused or fails: every promise ends, sums are exact, no work is done twice, and nobody is cancelled or overtaken because another left', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 40 }), async (steps) => {
      const { store, visitors, calls, ask, budget, result } = world()
      for (const step of steps) {
        if ('key' in step) ask(step.key, step.client)
        else if (step.does === 'leave') {
          const waiting = visitors.filter(({ outcome }) => outcome === null)
          const visitor = waiting[step.index % Math.max(1, waiting.length)]
          if (visitor) {
            visitor.isGone = true
            visitor.leaving.abort(new Error('left'))
          }
        } else {
          const call = calls[step.index % Math.max(1, calls.length)]
          if (step.does === 'answer') call?.answer()
          else call?.fail()
        }
        if (!('isAlone' in step) || step.isAlone) await flush()
      }
      await flush()
      while (calls.length > 0) {
        calls[0]?.answer()
        await flush()
      }
      const { problems, refused, charged, booked, answered, entered, begun } = result()
      expect(problems).toEqual([])
      for (const { outcome, isGone, clientKey } of visitors) {
        const own = refused.has(clientKey) ? ['share_spent', 'busy'] : []
        expect(['answered', ...(isGone ? ['left'] : ['X failed', ...own])]).toContain(outcome)
      }
      // An answer is kept, so X is paid for each question once.
      for (const count of answered.values()) expect(count).toBe(1)
      expect(await readSpent(store, today())).toBe(booked)
      expect(booked).toBeGreaterThanOrEqual(charged)
      const order = begun.map((turn) => entered.indexOf(turn))
      expect(order).toEqual(order.toSorted((a, b) => a - b))
      // Nothing stays reserved: another address may spend its whole share.
      await budget(callerWith(undefined, '198.51.100.1'), ADDRESS_MICROS, async () => undefined)
      expect(await readSpent(store, today())).toBe(booked)
    }),
    { numRuns: 200 },
  )
})
