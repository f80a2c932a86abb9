// Starts one server under load in a process of its own. `bare` has hono routes that only answer (the second reads its JSON body); `full` is the real app.
import { Hono } from 'hono'
import { listenForRequests } from '../../server/http/listen.ts'
import { openSqliteStore } from '../../server/store/sqlite.ts'
import { testApp } from '../../tests/server/testApp.ts'
import { keysFromSecret } from './load.ts'

const [kind, folder = '.', secret = ''] = process.argv.slice(2)
const keys = keysFromSecret(secret)
const full = testApp({
  ...(kind === 'full' && { store: await openSqliteStore(folder) }),
  keys: () => keys,
  difficulty: 0,
})
const bare = new Hono()
  .post('/api/generate-keyvalue', (c) => c.json({ key: 'x'.repeat(48), value: 0 }))
  .post('/api/check-by-user', async (c) => c.json({ asked: await c.req.json<unknown>() }))
const { port } = await listenForRequests(kind === 'full' ? full : bare, 0)

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1000)
})
process.send?.(port)
