// What a server holds after a million challenges and many checks, and how it answers 1,000 connections at once: `npx node bench/million.ts`.
// On this machine alone; ISSUED, CHECKED and SECONDS make it shorter.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from 'redis'
import { LOCAL_ADDRESS, createLimits } from '../server/http/limits.ts'
import { listen } from '../server/http/listen.ts'
import { issue } from '../server/proof/challenge.ts'
import { openBackend } from '../server/store/openBackend.ts'
import { startRedis } from '../tests/server/redisServer.ts'
import { testApp } from '../tests/server/testApp.ts'
import { CHECK, keysFrom, load } from './server/load.ts'

const ISSUED = Number(process.env['ISSUED'] ?? 1_000_000)
const CHECKED = Number(process.env['CHECKED'] ?? 200_000)
const SECONDS = Number(process.env['SECONDS'] ?? 60)
const CROWD = 1000
const VISITORS = 100_000

type Held = { heapMb: number; residentMb: number }

const [mode, storeUrl = '', dataDir = '.', serverSecret = ''] = process.argv.slice(2)
if (mode === 'target') await serve()
else {
  const secret = randomBytes(32).toString('hex')
  await measure('SQLite', '', secret)
  const redis = await startRedis()
  await measure('Redis', redis.url, secret)
  await redis.kill()
}

/** One real server in a process of its own: limits, store and all, with challenges of difficulty 0 and the sandbox without delay. */
async function serve(): Promise<void> {
  const { store, count } = await openBackend({ storeUrl, dataDir }, () => undefined)
  const keys = keysFrom(serverSecret)
  const app = testApp({
    store,
    keys: () => keys,
    difficulty: 0,
    limits: createLimits(1000, count),
    addressOf: (c) => c.req.header('X-Forwarded-For') ?? LOCAL_ADDRESS,
  })
  const { port } = await listen(app, 0, '127.0.0.1')
  process.on('message', () => {
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    process.send?.({ heapMb: heapUsed / 2 ** 20, residentMb: rss / 2 ** 20 } satisfies Held)
  })
  process.once('disconnect', () => process.exit())
  process.send?.(port)
}

async function measure(kind: string, redisUrl: string, secret: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checker-million-'))
  const execArgv = ['--expose-gc']
  const child = fork(import.meta.filename, ['target', redisUrl, folder, secret], { execArgv })
  const [port] = (await once(child, 'message')) as [number]
  const print = async (when: string) => {
    child.send('?')
    const [{ heapMb, residentMb }] = (await once(child, 'message')) as [Held]
    const kept = redisUrl === '' ? folderMb(folder) : await redisMb(redisUrl)
    const figures = [heapMb, residentMb, kept].map((figure) => figure.toFixed(0))
    console.log(`${kind}, ${when}: heap, resident, store ${figures.join(', ')} MB`)
  }
  const send = async (question: 'issue' | 'redeem', amount: number) => {
    const { failed } = await load(question, port, keysFrom(secret), 50, { amount })
    if (failed > 0) throw new Error(`${failed} of ${amount} questions failed`)
  }
  await send('issue', Math.min(ISSUED, 20_000))
  await print('warm')
  await send('issue', ISSUED)
  await print(`after ${ISSUED} challenges`)
  await send('redeem', CHECKED)
  await print(`after ${CHECKED} checks`)
  const { outcomes, times } = await crowd(port, secret)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)]?.toFixed(0)
  console.log(
    `${kind}, ${CROWD} connections for ${SECONDS} s: ${(times.length / SECONDS).toFixed(0)} answers a second, ` +
      `median, 99th percentile, longest ${at(0.5)}, ${at(0.99)}, ${at(1)} ms, heard ${JSON.stringify(outcomes)}`,
  )
  await print('after the crowd')
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}

/** Connections that all begin at once, by sockets of our own: a generator of load that measures in lumps hides the one that waits. */
async function crowd(port: number, secret: string) {
  const outcomes: Record<string, number> = {}
  const times: number[] = []
  const note = (outcome: string) => (outcomes[outcome] = (outcomes[outcome] ?? 0) + 1)
  const body = JSON.stringify(CHECK)
  let asked = 0
  const question = (redeem: boolean) => {
    const visitor = asked++ % VISITORS
    return [
      `POST /api/${redeem ? 'check-by-user' : 'generate-keyvalue'} HTTP/1.1`,
      'host: localhost',
      'content-type: application/json',
      `content-length: ${body.length}`,
      `x-forwarded-for: 10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`,
      ...(redeem
        ? [`x-session-token: ${issue(keysFrom(secret), CHECK, 0, Date.now())}`, 'x-request-hash: 1']
        : []),
      '',
      body,
    ].join('\r\n')
  }
  const sockets = Array.from({ length: CROWD }, (_, index) => {
    let turn = index
    // From the wish to connect on: what waits before the server takes a connection is waiting too.
    let since = performance.now()
    const socket = connect(port, '127.0.0.1')
    const ask = () => socket.write(question(turn++ % 2 === 1))
    socket.on('connect', ask)
    socket.on('error', ({ message }) => note(message))
    socket.on('close', () => note('closed'))
    socket.on('data', (chunk) => {
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1')) ?? []
      if (status === undefined) return
      note(status)
      times.push(performance.now() - since)
      since = performance.now()
      ask()
    })
    return socket
  })
  await delay(SECONDS * 1000)
  for (const socket of sockets) socket.removeAllListeners('close').destroy()
  return { outcomes, times: times.sort((a, b) => a - b) }
}

function folderMb(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 2 ** 20
}

async function redisMb(url: string): Promise<number> {
  const client = await createClient({ url }).connect()
  const [, used] = /used_memory:(\d+)/.exec(await client.info('memory')) ?? []
  client.destroy()
  return Number(used) / 2 ** 20
}
