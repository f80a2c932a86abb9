import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { AccountCheck, BatchAnswer } from '../../contract/wire.ts'
import type { Pay } from '../../server/upstream/x/budget.ts'
import { xCalls } from '../../server/upstream/x/client/calls.ts'
import { createAsk } from '../../server/upstream/x/client/client.ts'
import { createParameterNames } from '../../server/upstream/x/client/parameterNames.ts'
import { bodyFor, callerWith, checkAccount, checkBatch } from '../../tests/server/client.ts'
import { startServer } from '../../tests/server/serverProcess.ts'
import { json, oembedOf, startStubX } from '../../tests/server/upstream/stubX.ts'
import { idAt } from '../../tests/server/upstream/xWorld.ts'
import { startRecordingProxy } from './recordingProxy.ts'

/** Checks 20 accounts and 50 posts of X's own simulator through the real server. Fails when an answer is wrong: unknown is allowed, wrong is not. */
const [simulator, used] = process.argv.slice(2)
if (!simulator)
  throw new Error(
    'Name the simulator, for example http://127.0.0.1:18080, and how many lookups to use up first.',
  )

const State = v.object({
  users: v.record(v.string(), v.object({ username: v.string(), protected: v.optional(v.boolean(), false) })),
  tweets: v.record(v.string(), v.object({ id: v.string(), author_id: v.string() })),
})
const { users, tweets } = v.parse(State, await (await fetch(`${simulator}/state/export`)).json())
const known = Object.values(users).filter(({ username }) => !username.includes('_'))
const accounts = [
  ...known.toSorted((a, b) => Number(b.protected) - Number(a.protected)).slice(0, 18),
  { username: 'nobodyhere', protected: false },
  { username: 'playground_user', protected: false },
]

/** The simulator counts calls by token: each run begins at none, and may be told to use some lookups up first. */
const token = `token-${Date.now()}`
const headers = { Authorization: `Bearer ${token}` }
for (let call = 0; call < Number(used ?? 0); call++) {
  await (await fetch(`${simulator}/2/users/by/username/nobodyhere`, { headers })).text()
}

const METRICS_PORT = 19_464
const folder = mkdtempSync(join(tmpdir(), 'x-simulator-'))
/** The simulator has no oEmbed: this one shows every post, by the author whom the simulator names. */
const oembed = await startStubX({
  '/oembed': (url, ...rest) => {
    const id = new URL(url.searchParams.get('url') ?? '').pathname.split('/').at(-1) ?? ''
    const author = users[tweets[id]?.author_id ?? '']?.username ?? 'playground_user'
    json({ ...oembedOf(), author_url: `https://twitter.com/${author}` })(url, ...rest)
  },
})
const proxy = await startRecordingProxy(simulator)
const server = await startServer({
  UPSTREAM: 'x',
  X_API_BASE: proxy.base,
  X_OEMBED_BASE: oembed.base,
  X_BEARER_TOKEN: token,
  X_ACCOUNT_CHECKS: 'permitted',
  X_POST_SEARCH: 'permitted',
  X_CANARY: 'CleverFox',
  METRICS_PORT: String(METRICS_PORT),
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

const POSTS = 50
const BATCH = 17
const RIGHT = new Set(['AVAILABLE', 'UNSEARCHED', 'UNKNOWN'])
const ids = Object.keys(tweets)
  .filter((id) => Number(id) > 0)
  .slice(0, POSTS)
const statuses = new Map<string, number>()
for (let first = 0; first < ids.length; first += BATCH) {
  const urls = ids.slice(first, first + BATCH).map((id) => `https://x.com/i/status/${id}`)
  const { results } = v.parse(BatchAnswer, await (await checkBatch(server.call, urls)).json())
  for (const { status = 'UNKNOWN', evidence } of results) {
    if (!RIGHT.has(status)) wrong++
    const line = `${status} ${evidence?.reason ?? ''}`
    statuses.set(line, (statuses.get(line) ?? 0) + 1)
  }
}
for (const [line, count] of statuses) console.log(`${count} posts | ${line}`)

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
const ask = createAsk({
  maxBytes: 1e6,
  timeoutMs: 5000,
  concurrency: 1,
  waitingMax: 10,
  now: Date.now,
  headers,
})
const all = { user: ask, timeline: ask, search: ask, search_all: ask, posts: ask }
const signal = AbortSignal.timeout(10_000)
const pay: Pay = ({ call }) => call({ sent: () => undefined, free: () => undefined })
await xCalls(all, proxy.base, createParameterNames(), pay, callerWith(signal))
  .search({
    endpoint: 'search',
    query: 'from:CleverFox',
    within: { ids: { first: idAt(9), last: idAt(5) } },
    most: 2,
    references: false,
  })
  .catch((error: unknown) => console.log(String(error)))

const metrics = await (await fetch(`http://127.0.0.1:${METRICS_PORT}/metrics`)).text()
console.log(
  metrics
    .split('\n')
    .filter((line) => /^shadowban_x_(?:calls|dollars)/.test(line))
    .join('\n'),
)
console.log(await (await server.call('/healthz')).text())

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
console.log(
  wrong === 0
    ? `All ${accounts.length} accounts and ${ids.length} posts are right or unknown.`
    : `${wrong} are wrong.`,
)
process.exitCode = wrong === 0 ? 0 : 1
