// How honest visitors fare beside a greedy one: `npm run bench:fairness`. Rounds with and without it take turns, so that a busy machine slows both.
// It starts itself twice more: as `stub`, an X that takes 100 ms for each answer, and as `greedy`, a visitor who takes all that its addresses can get.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyFor, headersOf, post, solved } from '../tests/server/client.ts'
import type { Call } from '../tests/server/client.ts'
import { startServer } from '../tests/server/serverProcess.ts'
import { json, notFound, oembedOf, startStubX } from '../tests/server/upstream/stubX.ts'
import type { Answer } from '../tests/server/upstream/stubX.ts'
import { SEARCH, TIMELINE, posts, recentPosts, user } from '../tests/server/upstream/xWorld.ts'
import { ADDRESS_RULE, allowList, allowOnly, readOptions, allowWhole } from './options.ts'

const HONEST = 200
const PAUSE_MS = 4000

const LATENCY_MS = 100
const CONNECTIONS = 40
/** Names that honest visitors ask for: the budget of a day pays for them. */
const NAMES = 60
/** X's rate limit of lookups. */
const LOOKUPS_PER_QUARTER = 300
const QUARTER_MS = 15 * 60_000
/** The addresses that the greedy client uses in turn by default: 256 /64 networks of one /48, 16 in each of 16 /56. */
const GREEDY = Array.from({ length: 256 }, (_, index) => {
  const network = ((index >> 4) << 8) + (index & 15) + 0x1000
  return `2001:db8:1:${network.toString(16)}::1`
})
/** Six unrelated addresses. */
const SIX = Array.from({ length: 6 }, (_, index) => `203.0.${index}.7`)
/** What the greedy ones do, and from which addresses by default. */
const GREED = {
  /** Batches of 200 posts, accounts and previews, as many as they get. */
  everything: GREEDY,
  /** Accounts that do not exist, for which X charges nothing. */
  nobody: SIX,
  /** Accounts with 20 posts each, until their share of the day is spent. */
  spend: SIX,
} as const
type Greed = keyof typeof GREED
const isGreed = (text: string): text is Greed => text in GREED
/** The greedy one's own work must not take the machine from the server and from honest visitors: it has a machine of its own elsewhere. */
const LOWEST_PRIORITY = 19
/** After a refusal the greedy one waits as long as an impatient script does. */
const REFUSED_MS = 50

/** One visitor's check, from the first call to the last. */
const ERRANDS = {
  challenge: async (call) => (await post(call, '/api/generate-keyvalue', bodyFor('someone'))).status,
  'one post': (call) => batch(call, 1),
  account: (call) => account(call),
  preview: async (call) => (await call(`/api/oembed?url=${encodeURIComponent(postUrl())}`)).status,
} as const satisfies Record<string, (call: Call) => Promise<number>>
type Errand = keyof typeof ERRANDS

let next = Math.floor(Math.random() * 1e12)
const postUrl = () => `https://x.com/a/status/${1_500_000_000_000_000_000n + BigInt(next++)}`

async function run(errand: Errand, url: string, address: string): Promise<string> {
  return await outcomeOf(ERRANDS[errand](callFrom(url, address)))
}
const callFrom =
  (url: string, address: string): Call =>
  (path, init) =>
    fetch(url + path, {
      ...init,
      headers: { ...(init?.headers as Record<string, string>), 'X-Forwarded-For': address },
    })

async function outcomeOf(status: Promise<number>): Promise<string> {
  return await status.then(
    (status) => (status === 200 ? '' : String(status)),
    (error: Error) => /: (\d+)/.exec(error.message)?.[1] ?? error.message,
  )
}

async function batch(call: Call, posts: number): Promise<number> {
  const proof = await solved(call, bodyFor('', { searchban: false, repost: false }))
  const body = { urls: Array.from({ length: posts }, postUrl), key: { token: proof.token } }
  return (await post(call, '/api/check-batch', body, headersOf(proof))).status
}

async function account(call: Call, name = `user${next++ % NAMES}`, searchban = false): Promise<number> {
  const body = bodyFor(name, { searchban, repost: false })
  const proof = await solved(call, body)
  return (await post(call, '/api/check-by-user', body, headersOf(proof))).status
}
const KINDS = Object.keys(ERRANDS) as Errand[]

type Outcome = { at: number; ms: number; code: string }
const rounds: Record<'alone' | 'beside', Map<Errand, Outcome[]>> = { alone: new Map(), beside: new Map() }

const [mode, url = '', greed = '', addresses = ''] = process.argv.slice(2)
if (mode === 'stub') await beStub()
else if (mode === 'greedy' && isGreed(greed)) beGreedy(greed, addresses.split(','))
else await compare()

async function compare(): Promise<void> {
  const values = readOptions(
    `npm run bench:fairness -- [--rounds 3] [--seconds 30] [--greed everything | nobody | spend] [--greedy 203.0.113.7,…]
Measures honest visitors with and without greedy ones, in turns of so many seconds. By default a whole /48 takes everything that it gets.
nobody: six addresses ask for accounts that do not exist. spend: six addresses spend their share of the day's dollars.`,
    {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '30' },
      greed: { type: 'string', default: 'everything' },
      greedy: { type: 'string' },
    },
    {
      rounds: allowWhole(1),
      seconds: allowWhole(1),
      greed: allowOnly(Object.keys(GREED)),
      greedy: allowList(ADDRESS_RULE),
    },
  )
  const greed = isGreed(values.greed) ? values.greed : 'everything'
  const addresses = values.greedy ?? GREED[greed].join(',')
  const turn = Number(values.seconds) * 1000
  const folder = mkdtempSync(join(tmpdir(), 'checker-fairness-'))
  const [stub, { base }] = await part('stub')
  const server = await startServer({
    DATA_DIR: folder,
    UPSTREAM: 'x',
    X_API_BASE: base,
    X_OEMBED_BASE: base,
    X_BEARER_TOKEN: 'token',
    X_ACCOUNT_CHECKS: 'permitted',
    POW_DIFFICULTY: '1',
    RATE_LIMIT_PER_MINUTE: '60',
    TRUST_PROXY: '127.0.0.1',
    METRICS_PORT: '0',
  })
  const metrics = /^Metrics on (\S+)$/m.exec(server.output())?.[1] ?? ''
  const busy = { alone: 0, beside: 0 }
  const besideCalls = new Map<string, number>()
  await honestFor(server.url, 5_000, new Map())
  for (let round = 0; round < Number(values.rounds); round++) {
    const before = await readMetrics(metrics)
    await honestFor(server.url, turn, rounds.alone)
    const between = await readMetrics(metrics)
    const [greedy] = await part('greedy', server.url, greed, addresses)
    setPriority(greedy.pid ?? 0, LOWEST_PRIORITY)
    await honestFor(server.url, turn, rounds.beside)
    greedy.kill('SIGKILL')
    const after = await readMetrics(metrics)
    busy.alone += between.cpuSeconds - before.cpuSeconds
    busy.beside += after.cpuSeconds - between.cpuSeconds
    for (const [call, count] of after.calls)
      besideCalls.set(call, (besideCalls.get(call) ?? 0) + count - (between.calls.get(call) ?? 0))
    // Its running calls end, and its minute is over before the next round.
    await delay(5000)
  }
  for (const kind of KINDS) print(kind)
  const refused = longestRefusal(rounds.beside.get('account') ?? [])
  console.log(
    `The longest time beside the greedy one in which no honest visitor got an account: ${refused.toFixed(1)} s.`,
  )
  const secondsEach = (turn / 1000) * Number(values.rounds)
  const percent = (seconds: number) => `${((100 * seconds) / secondsEach).toFixed(0)} %`
  console.log(
    `The server used ${percent(busy.alone)} of a core alone, ${percent(busy.beside)} beside the greedy one.`,
  )
  console.log('Its answers beside the greedy one, to everybody:')
  for (const [call, count] of besideCalls) console.log(`  ${call} ${count}`)
  await server.kill('SIGKILL')
  stub.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
}

/** The server's own metrics: the processor time that it has used, and how often it has answered each call with each code. */
async function readMetrics(url: string) {
  const text = await (await fetch(url)).text()
  const cpuSeconds = Number(/^process_cpu_seconds_total(?:\{.*\})? (\S+)/m.exec(text)?.[1])
  const answers = text.matchAll(/^shadowban_answers_total\{(.*)\} (\d+)/gm)
  const calls = new Map([...answers].map(([, labels = '', count]) => [labels, Number(count)]))
  return { cpuSeconds, calls }
}

async function beStub(): Promise<void> {
  const late =
    (answer: Answer): Answer =>
    (...asked) =>
      void setTimeout(() => answer(...asked), LATENCY_MS)
  const own = recentPosts(3)
  const began = Date.now()
  let lookups = 0
  const lookUp: Answer = (url, ...rest) => {
    const name = url.pathname.split('/').at(-1) ?? ''
    const reset = String(Math.ceil((began + QUARTER_MS) / 1000))
    const answer =
      ++lookups > LOOKUPS_PER_QUARTER
        ? json({}, 429, { 'x-rate-limit-reset': reset })
        : name.startsWith('nobody')
          ? json(notFound(name))
          : user({ username: name })
    answer(url, ...rest)
  }
  const stub = await startStubX({
    '/oembed': late(json(oembedOf())),
    [TIMELINE]: late(posts(...own)),
    [SEARCH]: late(posts(...own)),
    '/2/users/by/': late(lookUp),
  })
  process.send?.({ base: stub.base })
}

function beGreedy(greed: Greed, addresses: string[]): void {
  let asked = 0
  const want = (turn: number): Promise<string> => {
    const address = addresses[asked++ % addresses.length] ?? ''
    const call = callFrom(url, address)
    if (greed !== 'everything') {
      const name = `${greed === 'nobody' ? 'nobody' : 'new'}${asked}`
      return outcomeOf(account(call, name, greed === 'spend'))
    }
    if (turn % 4 === 3) return run('preview', url, address)
    return outcomeOf(turn % 4 === 2 ? account(call) : batch(call, 200))
  }
  for (let connection = 0; connection < CONNECTIONS; connection++) void greedy(connection)
  process.send?.({ base: url })

  async function greedy(connection: number): Promise<never> {
    for (let turn = connection; ; turn++) {
      if ((await want(turn)) !== '') await delay(REFUSED_MS)
    }
  }
}

async function part(mode: 'stub' | 'greedy', ...given: string[]) {
  const child = fork(import.meta.filename, [mode, ...given])
  const [told] = (await once(child, 'message')) as [{ base: string }]
  return [child, told] as const
}

async function honestFor(url: string, ms: number, into: Map<Errand, Outcome[]>): Promise<void> {
  const end = performance.now() + ms
  const visitors = Array.from({ length: HONEST }, async (_, index) => {
    await delay(Math.random() * PAUSE_MS)
    for (let turn = index; performance.now() < end; turn++) {
      const kind = KINDS[turn % KINDS.length] ?? 'challenge'
      const started = performance.now()
      const code = await run(kind, url, `198.${18 + (index >> 7)}.${index % 128}.7`)
      into.set(kind, [...(into.get(kind) ?? []), { at: started, ms: performance.now() - started, code }])
      await delay(PAUSE_MS * (0.5 + Math.random()))
    }
  })
  await Promise.all(visitors)
}

/** The longest time between two answers, in seconds, in which some were asked for and refused. */
function longestRefusal(outcomes: readonly Outcome[]): number {
  let longest = 0
  let since: number | null = null
  for (const { at, code } of outcomes.toSorted((a, b) => a.at - b.at)) {
    if (code === '') since = null
    else longest = Math.max(longest, at - (since ??= at))
  }
  return longest / 1000
}

function print(kind: Errand): void {
  const [alone, beside] = [rounds.alone, rounds.beside].map((map) => map.get(kind) ?? [])
  const p = (outcomes: Outcome[] = [], part: number) =>
    outcomes.map(({ ms }) => ms).sort((a, b) => a - b)[Math.floor(outcomes.length * part)] ?? Number.NaN
  const failed = (outcomes: Outcome[] = []) =>
    outcomes.filter(({ code }) => code !== '').map(({ code }) => code)
  const ratio = (part: number) => (p(beside, part) / p(alone, part)).toFixed(2)
  console.log(
    `${kind}: p50 ${p(alone, 0.5).toFixed(0)} → ${p(beside, 0.5).toFixed(0)} ms (${ratio(0.5)}), ` +
      `p95 ${p(alone, 0.95).toFixed(0)} → ${p(beside, 0.95).toFixed(0)} ms (${ratio(0.95)}), ` +
      `${alone?.length} and ${beside?.length} answers, failed: [${failed(alone)}] and [${failed(beside)}]`,
  )
}
