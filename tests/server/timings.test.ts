import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import type { CheckTimings } from '../../contract/CheckTimings.ts'
import { createApp } from '../../server/app.ts'
import { createLimits } from '../../server/http/limits.ts'
import { serveMetrics } from '../../server/serveMetrics.ts'
import { countInMemory } from '../../server/store/countInMemory.ts'

const TIMINGS: CheckTimings = {
  engine: 'rolled',
  lanes: 2,
  difficulty: 4,
  challenge: 30,
  solve: 12.5,
  call: 800,
}

const metrics = await serveMetrics(0)
afterAll(() => metrics.server.close())

const send = (app: ReturnType<typeof createApp>, body: unknown, type = 'application/json') =>
  app.request('/api/timings', {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: JSON.stringify(body),
  })

async function readMetrics(): Promise<string> {
  const { port } = metrics.server.address() as AddressInfo
  return await new Promise((resolve) => {
    get({ host: '127.0.0.1', port, path: '/metrics' }, async (response) => {
      let text = ''
      for await (const chunk of response) text += String(chunk)
      resolve(text)
    })
  })
}

describe("visitors' timings", () => {
  it('are shown as percentiles in the metrics, by step, engine and lanes', async () => {
    const app = createApp({ onTimings: metrics.observeTimings })
    for (const solve of [10, 20, 30]) expect((await send(app, { ...TIMINGS, solve })).status).toBe(200)
    const text = await readMetrics()
    expect(text).toContain(
      'shadowban_visitor_milliseconds{quantile="0.5",step="solve",engine="rolled",lanes="2",difficulty="4"} 20',
    )
    expect(text).toContain(
      'shadowban_visitor_milliseconds_count{step="call",engine="rolled",lanes="2",difficulty="4"} 3',
    )
  })

  it.each([
    { ...TIMINGS, screen_name: 'someone' },
    { ...TIMINGS, engine: 'x'.repeat(50) },
    { ...TIMINGS, solve: -1 },
    { ...TIMINGS, call: 1e9 },
    { ...TIMINGS, lanes: 2.5 },
    [TIMINGS],
  ])('are refused with anything more or other than they are: %o', async (body) => {
    const seen: CheckTimings[] = []
    const app = createApp({ onTimings: (timings) => void seen.push(timings) })
    expect((await send(app, body)).status).toBe(400)
    expect(seen).toEqual([])
  })

  it('are accepted only as JSON, which needs a preflight from other sites, and only so often from one address', async () => {
    const app = createApp({ limits: createLimits(1, countInMemory(Date.now)) })
    expect((await send(app, TIMINGS, 'text/plain')).status).toBe(415)
    const statuses: number[] = []
    for (let call = 0; call < 11; call++) statuses.push((await send(app, TIMINGS)).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })
})
