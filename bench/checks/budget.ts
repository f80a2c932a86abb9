import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bodyFor, checkAccount } from '../../tests/server/client.ts'
import { startRedis } from '../../tests/server/redisServer.ts'
import { startServer } from '../../tests/server/serverProcess.ts'
import { simulatedX } from '../../tests/server/upstream/simulatedX.ts'
import { json, oembedOf, startStubX } from '../../tests/server/upstream/stubX.ts'
import { idAt } from '../../tests/server/upstream/xWorld.ts'

/** Ten real server processes with a budget of one dollar, on one Redis and then on one SQLite file, and more checks than a dollar pays for. One process is killed in the middle. */
const PROCESSES = 10
const ACCOUNTS = 80
const BUDGET_USD = 1

const posts = Array.from({ length: 30 }, (_, index) => ({ id: idAt(index + 2) }))
const names = Array.from({ length: ACCOUNTS }, (_, index) => `account${index}`)

async function spend(storage: string, env: Record<string, string>): Promise<boolean> {
  const x = simulatedX(Object.fromEntries(names.map((name) => [name, { posts }])), 'after')
  const stub = await startStubX({ '/oembed': json(oembedOf()), '/2/': x.answer })
  const servers = await Promise.all(
    Array.from({ length: PROCESSES }, () =>
      startServer({
        UPSTREAM: 'x',
        X_API_BASE: stub.base,
        X_OEMBED_BASE: stub.base,
        X_BEARER_TOKEN: 'token',
        X_ACCOUNT_CHECKS: 'permitted',
        X_BUDGET_USD_PER_DAY: String(BUDGET_USD),
        ...env,
      }),
    ),
  )
  const outcomes = new Map<string, number>()
  const checks = names.map(async (name, index) => {
    const server = servers[index % PROCESSES]
    const asked = { searchban: index % 3 === 0, repost: index % 6 === 0 }
    const outcome = await (
      server ? checkAccount(server.call, bodyFor(name, asked)) : Promise.reject(new Error())
    ).then(
      async (answer) => `${answer.status} ${((await answer.json()) as { code?: string }).code ?? ''}`.trim(),
      () => 'cut',
    )
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (index === PROCESSES) await servers[0]?.kill('SIGKILL')
  })
  await Promise.all(checks)
  await Promise.all(servers.map((server) => server.kill('SIGTERM')))
  await stub.close()
  const spent = x.cost().returned / 1e6
  console.log(`${storage}: X returned $${spent.toFixed(3)} worth;`, Object.fromEntries(outcomes))
  return spent <= BUDGET_USD && (outcomes.get('503 budget_spent') ?? 0) > 0 && (outcomes.get('200') ?? 0) > 0
}

const folder = mkdtempSync(join(tmpdir(), 'budget-'))
const redis = await startRedis()
const kept = [
  await spend('one Redis', { STORE_URL: redis.url, DATA_DIR: folder }),
  await spend('one SQLite file', { DATA_DIR: folder }),
]
await redis.kill()
rmSync(folder, { recursive: true })
console.log(
  kept.every(Boolean) ? 'The budget was never exceeded.' : 'The budget was exceeded, or was never reached.',
)
process.exitCode = kept.every(Boolean) ? 0 : 1
