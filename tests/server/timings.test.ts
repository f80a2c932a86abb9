import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import type { CheckTimings } from '../../contract/wire.ts'
import { createMemoryCount, createCallLimits } from '../../server/http/limits.ts'
import { serveMetrics } from '../../server/metrics.ts'
import { bodyFor, inProcess, outcome, solved } from './client.ts'
import { testApp } from './testApp.ts'

type App = ReturnType<typeof testApp>
const STEPS = { challenge: 30, solve: 12.5, call: 800 }
const TIMINGS: Omit<CheckTimings, 'proof'> = { engine: 'rolled', lanes: 2, difficulty: 4, ...STEPS }

const metrics = await serveMetrics(0, '127.0.0.1', { version: '1.2.3', commit: '' })
afterAll(() => metrics.server.close())

const send = (app: App, body: unknown, type = 'application/json') =>
  inProcess(app)('/api/timings', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: JSON.stringify(body),
  })
/** Timings with the proof of a check of their own. */
async function timed(app: App, more: object = {}): Promise<CheckTimings> {
  const { token, counter } = await solved(inProcess(app), bodyFor('sbx_clear'))
  return { ...TIMINGS, proof: { token, counter: Number(counter) }, ...more }
}

const readMetrics = async () => (await fetch(metrics.url)).text()

describe("visitors' timings", () => {
  it("visitors' timings are counted by step in fixed buckets, and by engine", async () => {
    const app = testApp({ difficulty: 1, onTimings: metrics.observeTimings })
    for (const solve of [10, 20, 30]) {
      expect((await send(app, await timed(app, { solve: solve * 10 }))).status).toBe(200)
    }
    const text = await readMetrics()
    expect(text).toContain('shadowban_visitor_seconds_bucket{le="0.1",step="solve"} 1')
    expect(text).toContain('shadowban_visitor_seconds_bucket{le="0.5",step="solve"} 3')
    expect(text).toContain('shadowban_visitor_seconds_count{step="call"} 3')
    expect(text).toContain('shadowban_visitor_checks_total{engine="rolled"} 3')
  })

  // One address once made 972 sets of labels, and each scrape froze the server for a second.
  it("visitors' timings make at most 50 series, whatever is sent", async () => {
    const proof = { token: 'x', counter: 1 }
    for (const engine of ['unrolled', 'rolled', 'scalar', 'javascript'] as const)
      for (let lanes = 0; lanes <= 8; lanes++)
        for (let difficulty = 0; difficulty <= 8; difficulty++)
          for (const ms of [0, 1, 1000, 120_000])
            metrics.observeTimings({ ...TIMINGS, engine, lanes, difficulty, solve: ms, proof })
    const series = (await readMetrics()).split('\n').filter((line) => line.startsWith('shadowban_visitor'))
    expect(series.length).toBeLessThanOrEqual(50)
    expect(series.length).toBeGreaterThan(30)
  })

  it("visitors' timings are accepted once for each proof, and only with a valid and recent one", async () => {
    let now = Date.now()
    const seen: CheckTimings[] = []
    const app = testApp({ difficulty: 2, now: () => now, onTimings: (timings) => void seen.push(timings) })
    const good = await timed(app)
    const { token, counter } = good.proof
    expect(await outcome(send(app, TIMINGS))).toEqual({ status: 400, code: 'bad_body' })
    // One counter of 256 solves it by chance.
    const isSolution = (tried: number) =>
      createHash('sha256').update(`${token}${tried}`).digest('hex').startsWith('00')
    const wrong = [1, 2, 3, 4, 5, 6].map((step) => counter + step).find((tried) => !isSolution(tried))
    const idle = { ...good, proof: { token, counter: wrong } }
    expect(await outcome(send(app, idle))).toEqual({ status: 403, code: 'wrong_answer' })
    const forged = { ...good, proof: { token: 'A'.repeat(48), counter } }
    expect(await outcome(send(app, forged))).toEqual({ status: 403, code: 'bad_signature' })
    expect((await send(app, good)).status).toBe(200)
    expect(await outcome(send(app, good))).toEqual({ status: 409, code: 'already_used' })
    const late = await timed(app)
    now += 6 * 60_000
    expect(await outcome(send(app, late))).toEqual({ status: 403, code: 'expired' })
    expect(seen).toEqual([good])
  })

  it.each([
    { screen_name: 'someone' },
    { engine: 'x'.repeat(50) },
    { solve: -1 },
    { call: 1e9 },
    { lanes: 2.5 },
    { proof: null },
  ])("visitors' timings of another shape are refused: %o", async (more) => {
    const seen: CheckTimings[] = []
    const app = testApp({ difficulty: 1, onTimings: (timings) => void seen.push(timings) })
    expect((await send(app, await timed(app, more))).status).toBe(400)
    expect(seen).toEqual([])
  })

  it("visitors' timings are accepted only as JSON, which needs a preflight from other sites, and as often from one address as checks", async () => {
    const free = testApp({ difficulty: 1 })
    expect((await send(free, await timed(free), 'text/plain')).status).toBe(415)
    const app = testApp({ difficulty: 1, limits: createCallLimits(3, createMemoryCount()) })
    const all = [await timed(app), await timed(app), await timed(app)]
    const statuses: number[] = []
    for (const one of [...all, ...all]) statuses.push((await send(app, one)).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])
    // The limit is one of their own: nothing is left of it, and a check is taken.
    expect((await app.request('/api/ip')).status).toBe(200)
  })
})
