// What a server holds after a million challenges and many checks, and how it answers 1,000 connections at once:
// `node tests/bench/million/main.ts`. On this machine alone; ISSUED, CHECKED and SECONDS make it shorter. It ends by itself.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from 'redis'
import { startRedis } from '../../server/redisServer.ts'
import { keysFrom } from '../server/load.ts'
import { crowd } from './crowd.ts'
import { headersFrom } from './questions.ts'
import { sendMany } from './sendMany.ts'
import { startTarget } from './startTarget.ts'

const ISSUED = Number(process.env['ISSUED'] ?? 1_000_000)
const CHECKED = Number(process.env['CHECKED'] ?? 200_000)
const SECONDS = Number(process.env['SECONDS'] ?? 60)
const CROWD = 1000
/** Whatever happens, it is over then. */
const LONGEST_MS = 60 * 60_000

const secret = randomBytes(32).toString('hex')
const headersOf = headersFrom(keysFrom(secret))
setTimeout(() => process.exit(1), LONGEST_MS).unref()

for (const kind of ['SQLite', 'Redis'] as const) {
  const folder = mkdtempSync(join(tmpdir(), 'checker-million-'))
  const redis = kind === 'Redis' ? await startRedis() : null
  const server = await startTarget(redis?.url ?? '', folder, secret)
  const held = async (when: string) => {
    const { heapMb, residentMb } = await server.ask()
    const kept = redis ? await redisMb(redis.url) : folderMb(folder)
    print(
      `${kind}, ${when}: heap ${heapMb.toFixed(1)} MB, resident ${residentMb.toFixed(0)} MB, in the store ${kept.toFixed(1)} MB`,
    )
  }
  await sendMany(server.port, 'issue', Math.min(ISSUED, 20_000), headersOf)
  await held('warm')
  await sendMany(server.port, 'issue', ISSUED, headersOf)
  await held(`after ${ISSUED} challenges`)
  await sendMany(server.port, 'check', CHECKED, headersOf)
  await held(`after ${CHECKED} checks`)
  await server.ask()
  const { outcomes, times } = await crowd(server.port, CROWD, SECONDS, headersOf)
  const at = (share: number) =>
    `${(times[Math.floor((times.length - 1) * share)] ?? Number.NaN).toFixed(0)} ms`
  print(
    `${kind}, ${CROWD} connections for ${SECONDS} s: ${(times.length / SECONDS).toFixed(0)} answers/s, median ${at(0.5)}, ` +
      `99th percentile ${at(0.99)}, longest ${at(1)}, heard ${JSON.stringify(outcomes)}`,
  )
  print(`${kind}, the server answered ${JSON.stringify((await server.ask()).answers)}`)
  await held('after the crowd')
  server.end()
  await redis?.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
process.exit()

function folderMb(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0) / 2 ** 20
}

async function redisMb(url: string): Promise<number> {
  const client = await createClient({ url }).connect()
  const [, used] = /used_memory:(\d+)/.exec(await client.info('memory')) ?? []
  client.destroy()
  return Number(used) / 2 ** 20
}

function print(line: string): void {
  console.log(line)
}
