import { expect, it } from 'vitest'
import { costOfX } from './costOfX.ts'
import { busyCost, cloudflareCalls, measure } from './measure.ts'
import { planFor, predicted, walls } from './model.ts'
import type { Cost, XCost } from './model.ts'
import { checkTable, deviation, planTable } from './tables.ts'

const cost: Cost = {
  serverMs: 2,
  redisMs: 0.1,
  loadMs: 0.9,
  busyMs: 4,
  redisOps: 10,
  redisBytes: 1000,
  answerBytes: 2000,
  workerCalls: 3,
  objectCalls: 4,
  rows: 2,
}
const x: XCost = { dollars: 0.06, lookups: 1, searches: 1, objectCalls: 9, budgetCalls: 2 }

it('predicts the narrowest: processes, cores, Redis or the load', () => {
  expect(predicted(cost, 1, 64)).toBe(500)
  expect(predicted(cost, 4, 2)).toBeCloseTo(2000 / 4)
  expect(predicted(cost, 64, 64)).toBeCloseTo(1000 / 0.9)
  expect(predicted({ ...cost, redisMs: 5 }, 64, 64)).toBe(200)
})

it('plans processes that are busy for three fifths, and all else in proportion', () => {
  expect(planFor(1, cost, x).processes).toBe(1)
  expect(planFor(10_000, cost, x)).toMatchObject({
    processes: 34,
    redisOps: 100_000,
    redisCore: 1,
    objectCalls: 40_000,
  })
  expect(planFor(1, cost, x).xDollarsADay).toBeCloseTo(5184)
  expect(planFor(1, cost, x).cloudflareDollarsAMonth).toBeCloseTo(2.592 * (0.9 + 0.6 + 2))
})

it('names the first wall first', () => {
  const all = walls(cost, x, 5)
  expect(all[0]).toEqual({ wall: 'the budget of $5 a day', rate: expect.closeTo(5 / 0.06 / 86_400) })
  expect(all[1]).toMatchObject({ wall: "X's limit of lookups", rate: expect.closeTo(1 / 3) })
  expect(all.map(({ rate }) => rate)).toEqual(all.map(({ rate }) => rate).toSorted((a, b) => a - b))
})

it('counts what a check calls on Cloudflare, and what a verdict costs of X', async () => {
  expect(await cloudflareCalls()).toEqual({ workerCalls: 3, objectCalls: 4, rows: 2 })
  const asked = await costOfX()
  expect(asked.lookups).toBe(1)
  expect(asked.searches).toBeGreaterThanOrEqual(1)
  expect(asked.dollars).toBeGreaterThan(0.01)
  expect(asked.dollars).toBeLessThan(0.1)
  expect(asked.budgetCalls).toBeGreaterThanOrEqual(2)
  expect(asked.objectCalls).toBeGreaterThan(asked.budgetCalls)
})

it('measures real server processes on a real Redis, and sets them beside the model', async () => {
  const run = await measure(2, 1)
  expect(run.failed).toBe(0)
  for (const figure of [run.perSecond, run.serverMs, run.redisOps, run.redisBytes, run.answerBytes]) {
    expect(figure).toBeGreaterThan(0)
  }
  const whole: Cost = { ...run, busyMs: await busyCost(1), ...(await cloudflareCalls()) }
  expect(whole.busyMs).toBeGreaterThan(0)
  expect(Number.isFinite(deviation(whole, 2, 2, run))).toBe(true)
  expect(checkTable(whole, 2, new Map([[2, run]]))).toMatch(
    /\| 2 \| [\d,]+ \| [\d,]+ \| [+-]?\d+ % \| 0 \| \d+\.\d \|/,
  )
  expect(planTable([planFor(100, whole, x)])).toContain('| 100 |')
}, 60_000)
