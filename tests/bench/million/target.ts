// One real server under load, in a process of its own: limits, store and all, with challenges of difficulty 0 and the sandbox without delay.
import { LOCAL_ADDRESS, createLimits } from '../../../server/http/limits.ts'
import { listen } from '../../../server/http/listen.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { testApp } from '../../server/testApp.ts'
import { keysFrom } from '../server/load.ts'

/** What the server's process holds, what it has used of a processor, and how often it has answered with which status and code since it was asked last. */
export type Told =
  | { port: number }
  | { heapMb: number; residentMb: number; cpuMs: number; answers: Record<string, number> }

const [storeUrl = '', dataDir = '.', secret = ''] = process.argv.slice(2)
const { store, count } = await openBackend({ storeUrl, dataDir }, () => undefined)
const keys = keysFrom(secret)
let answers: Record<string, number> = {}
const app = testApp({
  store,
  keys: () => keys,
  difficulty: 0,
  limits: createLimits(1000, count),
  addressOf: (c) => c.req.header('X-Forwarded-For') ?? LOCAL_ADDRESS,
  onAnswer({ status, code }) {
    const name = code === undefined ? String(status) : `${status} ${code}`
    answers[name] = (answers[name] ?? 0) + 1
  },
})
const { port } = await listen(app, 0, '127.0.0.1')
const tell = (told: Told) => process.send?.(told)

process.on('message', () => {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const cpuMs = (user + system) / 1000
  tell({ heapMb: heapUsed / 2 ** 20, residentMb: rss / 2 ** 20, cpuMs, answers })
  answers = {}
})
process.once('disconnect', () => process.exit())
tell({ port })
