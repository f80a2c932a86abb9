import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { AccountCheck } from '../../../contract/wire.ts'
import { createAsk } from '../../../server/upstream/x/askX.ts'
import { xCalls } from '../../../server/upstream/x/xCalls.ts'
import { createXNames } from '../../../server/upstream/x/xNames.ts'
import { bodyFor, checkAccount } from '../../server/client.ts'
import { startServer } from '../../server/serverProcess.ts'
import { json, oembedOf, startStubX } from '../../server/upstream/stubX.ts'
import { idAt } from '../../server/upstream/xWorld.ts'
import { startRecordingProxy } from './recordingProxy.ts'

/** Checks ten accounts of X's own simulator through the real server. Fails when an answer is wrong: unknown is allowed, wrong is not. */
const [simulator, used] = process.argv.slice(2)
if (!simulator)
  throw new Error(
    'Name the simulator, for example http://127.0.0.1:18080, and how many lookups to use up first.',
  )

const State = v.object({
  users: v.record(v.string(), v.object({ username: v.string(), protected: v.optional(v.boolean(), false) })),
})
const { users } = v.parse(State, await (await fetch(`${simulator}/state/export`)).json())
const known = Object.values(users).filter(({ username }) => !username.includes('_'))
const accounts = [
  ...known.toSorted((a, b) => Number(b.protected) - Number(a.protected)).slice(0, 8),
  { username: 'nobodyhere', protected: false },
  { username: 'playground_user', protected: false },
]

/** The simulator counts calls by token: each run begins at none, and may be told to use some lookups up first. */
const token = `token-${Date.now()}`
const headers = { Authorization: `Bearer ${token}` }
for (let call = 0; call < Number(used ?? 0); call++) {
  await (await fetch(`${simulator}/2/users/by/username/nobodyhere`, { headers })).text()
}

const folder = mkdtempSync(join(tmpdir(), 'x-simulator-'))
const oembed = await startStubX({ '/oembed': json(oembedOf()) })
const proxy = await startRecordingProxy(simulator)
const server = await startServer({
  UPSTREAM: 'x',
  X_API_BASE: proxy.base,
  X_OEMBED_BASE: oembed.base,
  X_BEARER_TOKEN: token,
  X_ACCOUNT_CHECKS: 'permitted',
  X_BUDGET_USD_PER_DAY: '100',
  DATA_DIR: folder,
})

let wrong = 0
for (const [index, account] of accounts.entries()) {
  const asked = bodyFor(account.username, { searchban: index % 2 === 0, repost: index % 4 === 0 })
  const response = await checkAccount(server.call, asked)
  const answer = v.safeParse(AccountCheck, await response.clone().json())
  const right = answer.success
    ? isRight(answer.output, account.username in named(), account.protected)
    : response.status === 502
  if (!right) wrong++
  console.log(
    `${right ? 'right or unknown' : 'WRONG'} | ${account.username} | ${response.status} | ${describe(await response.json())}`,
  )
}

/** What the simulator's own accounts are. It hides nobody from search. */
function isRight(answer: AccountCheck, exists: boolean, isProtected: boolean): boolean {
  const told = [
    [answer.not_found, !exists],
    [answer.protect, isProtected],
    [answer.suspend, false],
    [answer.search_ban, false],
  ] as const
  return told.every(([flag, truth]) => flag === null || flag === truth)
}
function named() {
  return Object.fromEntries(Object.values(users).map(({ username }) => [username, true]))
}
function describe(body: unknown): string {
  const answer = v.safeParse(AccountCheck, body)
  if (!answer.success) return JSON.stringify(body)
  const { not_found, suspend, protect, no_tweet, search_ban, evidence, tweets, api_status } = answer.output
  const flags = { not_found, suspend, protect, no_tweet, search_ban }
  const limited = api_status.userSearchGroup.rate_limit || api_status.userTimelineGroup.rate_limit
  return `${JSON.stringify(flags)} ${evidence?.items.search_ban.reason ?? ''} ${tweets ? `${tweets.length} posts` : ''}${limited ? ' limited' : ''}`
}

/** The simulator's ids hold no date, so no check above had posts to look for: its search is asked here. */
const ask = createAsk({ maxBytes: 1e6, timeoutMs: 5000, concurrency: 1, now: Date.now, headers })
const all = { user: ask, timeline: ask, search: ask }
const signal = AbortSignal.timeout(10_000)
const pay = ({ call }: { call: (meter: { sent: () => void; free: () => void }) => ReturnType<typeof ask> }) =>
  call({ sent: () => undefined, free: () => undefined })
await xCalls(all, proxy.base, createXNames(Date.now), pay, signal)
  .search('CleverFox', [idAt(5), idAt(9)])
  .catch((error: unknown) => console.log(String(error)))

const counts = new Map<string, number>()
for (const { request, status } of proxy.recorded) {
  const line = `${status} ${request}`
  counts.set(line, (counts.get(line) ?? 0) + 1)
}
console.log([...counts].map(([line, count]) => `${count} × ${line}`).join('\n'))
console.log(
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .join('\n'),
)
await server.kill('SIGTERM')
await oembed.close()
proxy.close()
rmSync(folder, { recursive: true })
console.log(wrong === 0 ? `All ${accounts.length} are right or unknown.` : `${wrong} are wrong.`)
process.exitCode = wrong === 0 ? 0 : 1
