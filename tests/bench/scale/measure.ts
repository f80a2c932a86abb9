import autocannon from 'autocannon'
import { spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { createClient } from 'redis'
import { durableCount, durableStore } from '../../../server/cloudflare/durableStore.ts'
import { LOCAL_ADDRESS, createLimits } from '../../../server/http/limits.ts'
import { bodyFor, checkAccount, inProcess } from '../../server/client.ts'
import { startRedis } from '../../server/redisServer.ts'
import { testApp } from '../../server/testApp.ts'
import { BODY, PATHS, headersFrom } from '../million/questions.ts'
import type { Question } from '../million/questions.ts'
import { startTarget } from '../million/startTarget.ts'
import { keysFrom } from '../server/load.ts'
import { countedObjects } from './costOfX.ts'
import type { Cost } from './model.ts'

/** Of each process: how many of its checks it can read and answer together decides what one costs. */
const CONNECTIONS = 64
const SECRET = 'a-secret-of-the-load'

export type Measured = Omit<Cost, 'busyMs' | 'workerCalls' | 'objectCalls' | 'rows'> & {
  perSecond: number
  failed: number
  /** Cores that other programs took meanwhile: the figures of a busy machine say nothing. */
  othersCores: number
}

/** So many server processes on one Redis, all under load at once: checks a second, each a challenge and its redemption, and what one cost. */
export async function measure(processes: number, seconds: number): Promise<Measured> {
  const redis = await startRedis()
  const client = await createClient({ url: redis.url }).connect()
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startTarget(redis.url, '.', SECRET)),
  )
  const run = (duration: number) => Promise.all(servers.map(({ port }) => load(port, duration)))
  // Each has compiled its code before it is measured: they share the cores meanwhile.
  await run(processes * Math.max(1, seconds / 4))

  const figures = async () => {
    const said = await Promise.all(servers.map((server) => server.ask()))
    const { user, system } = process.cpuUsage()
    return {
      server: said.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
      load: (user + system) / 1000,
      machine: machineMs(),
      time: performance.now(),
      ...redisFigures(await client.info()),
    }
  }
  const before = await figures()
  const loads = await run(seconds)
  const after = await figures()
  for (const server of servers) server.end()
  client.destroy()
  await redis.kill()

  const checks = loads.reduce((sum, { answers }) => sum + answers, 0) / 2
  const used = (name: keyof typeof before) => after[name] - before[name]
  const per = (name: keyof typeof before) => used(name) / checks
  const own = used('server') + used('load') + used('redisCpu')
  return {
    perSecond: loads.reduce((sum, one) => sum + one.perSecond, 0) / 2,
    failed: loads.reduce((sum, { failed }) => sum + failed, 0),
    othersCores: Math.max(0, (used('machine') - own) / used('time')),
    serverMs: per('server'),
    redisMs: per('redisCpu'),
    loadMs: per('load'),
    redisOps: per('redisOps'),
    redisBytes: per('redisBytes'),
    answerBytes: loads.reduce((sum, { bytes }) => sum + bytes, 0) / checks,
  }
}

/** Milliseconds of processors for a check of one process, beside programs that want every core: what it costs where many processes do. */
export async function busyCost(seconds: number): Promise<number> {
  using _ = busyLoops()
  const { serverMs, redisMs, loadMs } = await measure(1, seconds)
  return serverMs + redisMs + loadMs
}

/** How often one account check calls the Worker and its Durable Objects, and how many rows those write and remove. */
export async function cloudflareCalls(): Promise<Pick<Cost, 'workerCalls' | 'objectCalls' | 'rows'>> {
  const { objects, calls } = countedObjects()
  const app = testApp({
    store: durableStore(objects),
    difficulty: 0,
    limits: createLimits(60, durableCount(objects)),
    addressOf: () => LOCAL_ADDRESS,
  })
  let workerCalls = 0
  const call = inProcess(app)
  const counting: typeof call = (path, init) => (workerCalls++, call(path, init))
  await counting('/api/ip')
  const { status } = await checkAccount(counting, bodyFor('sbx_clear'))
  if (status !== 200) throw new Error(`A check was answered with ${status}`)
  return { workerCalls, objectCalls: calls(), rows: 2 }
}

/** Every connection asks for a challenge and redeems one, in turns. */
async function load(port: number, duration: number) {
  const headersOf = headersFrom(keysFrom(SECRET))
  const ask = (question: Question): autocannon.Request => ({
    method: 'POST',
    path: PATHS[question],
    body: BODY,
    setupRequest: (plain) => ({ ...plain, headers: headersOf(question) }),
  })
  const { requests, throughput, non2xx, errors } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: CONNECTIONS,
    duration,
    requests: [ask('issue'), ask('check')],
  })
  return {
    answers: requests.total,
    perSecond: requests.average,
    bytes: throughput.total,
    failed: non2xx + errors,
  }
}

/** What all programs have used of all processors since the machine began. */
const machineMs = () =>
  cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0)

function redisFigures(info: string) {
  const figure = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1])
  return {
    redisCpu: 1000 * (figure('used_cpu_sys') + figure('used_cpu_user')),
    redisOps: figure('total_commands_processed'),
    redisBytes: figure('total_net_input_bytes') + figure('total_net_output_bytes'),
  }
}

/** Two programs that never rest. */
function busyLoops(): Disposable {
  const loops = [1, 2].map(() => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
  return {
    [Symbol.dispose]: () => {
      for (const loop of loops) loop.kill('SIGKILL')
    },
  }
}
