// One server under load, in a process of its own: `bare` has hono routes that do nothing but answer (the second reads its JSON body), `full` is the real app.
import { Hono } from 'hono'
import { listen } from '../../server/http/listen.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { testApp } from '../../tests/server/testApp.ts'
import { keysFrom } from './load.ts'

export type Question = 'cpu' | 'memory'
export type Told = { port: number } | { cpuMs: number } | { heapMb: number; rssMb: number }

const [kind, folder = '.', secret = ''] = process.argv.slice(2)
const keys = keysFrom(secret)
const full = testApp({
  ...(kind === 'full' && { store: await openSqliteStore(folder) }),
  keys: () => keys,
  difficulty: 0,
})
const bare = new Hono()
  .post('/api/generate-keyvalue', (c) => c.json({ key: 'x'.repeat(48), value: 0 }))
  .post('/api/check-by-user', async (c) => c.json({ asked: await c.req.json<unknown>() }))
const { port } = await listen(kind === 'full' ? full : bare, 0)

const tell = (told: Told) => process.send?.(told)
const ANSWERS: Record<Question, () => Told> = {
  cpu() {
    const { user, system } = process.cpuUsage()
    return { cpuMs: (user + system) / 1000 }
  },
  memory() {
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    return { heapMb: heapUsed / 2 ** 20, rssMb: rss / 2 ** 20 }
  },
}
process.on('message', (question: Question) => tell(ANSWERS[question]()))
tell({ port })
