import { createStore } from 'jotai/vanilla'
import { HTTPError } from 'ky'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ProofError } from '../../../contract/ProofError.ts'
import { CheckError } from '../../../src/check/CheckError.ts'
import { adviceForFailure, canStillCheckPosts } from '../../../src/check/CheckFailure.tsx'
import { throwOnRefusal } from '../../../src/check/api.ts'
import { createFlow, toFailure } from '../../../src/check/createFlow.ts'
import type { FinishedFlow } from '../../../src/check/createFlow.ts'
import type { CheckRunContext } from '../../../src/check/deadlines.ts'
import { OfflineError } from '../../../src/lib/loadChunk.ts'
import { text } from '../../../src/text/ja.ts'
import { formatShortTime } from '../../../src/text/japanese.ts'

let store: ReturnType<typeof createStore>
let flow: ReturnType<typeof createFlow<string, string>>
beforeEach(() => {
  store = createStore()
  flow = createFlow<string, string>()
})

/** Asks, and hands out the run and how to end it. */
function asked(question: string, earlier?: FinishedFlow<string, string>) {
  const { promise, resolve: answer, reject: fail } = Promise.withResolvers<string>()
  let run: CheckRunContext | undefined
  const over = store.set(
    flow.runAtom,
    question,
    async (given) => {
      run = given
      return await promise
    },
    earlier,
  )
  return { run, over, answer, fail }
}
const earlier: FinishedFlow<string, string> = { state: 'done', query: 'all', result: 'most', endedAt: 1 }

describe('a question', () => {
  it('a query announces each of its stages while it runs, and then its result is shown', async () => {
    const { run, over, answer } = asked('whether')
    expect(store.get(flow.stateAtom)).toBe('running')
    expect(store.get(flow.queryAtom)).toBe('whether')
    expect(store.get(flow.announcementAtom)).toBe(text.phase.ip)
    run?.report({ name: 'server' })
    expect(store.get(flow.runningAtom)).toMatchObject({ query: 'whether', stage: { name: 'server' } })
    expect(store.get(flow.announcementAtom)).toBe(text.phase.server)
    answer('yes')
    await over
    expect(store.get(flow.doneAtom)).toMatchObject({ state: 'done', query: 'whether', result: 'yes' })
    expect(store.get(flow.runningAtom)).toBeNull()
    expect(store.get(flow.announcementAtom)).toBe('')
  })

  it('a query runs once at a time, and may be repeated', async () => {
    const first = asked('first')
    const second = asked('second')
    expect(second.run).toBeUndefined()
    await second.over
    expect(store.get(flow.queryAtom)).toBe('first')
    first.answer('yes')
    await first.over
    expect(asked('third').run).toBeDefined()
  })
})

describe('a question that is stopped', () => {
  it('a stopped query leaves nothing behind, and a result that arrives later is not shown', async () => {
    for (const end of ['answer', 'fail'] as const) {
      const late = asked('late')
      store.set(flow.cancelAtom)
      expect(late.run?.signal.aborted).toBe(true)
      expect(store.get(flow.stateAtom)).toBe('idle')
      late.run?.report({ name: 'server' })
      late[end]('late')
      await late.over
      expect(store.get(flow.stateAtom)).toBe('idle')
    }
  })

  it('a query that is stopped while the page is being frozen changes nothing on the screen until the page returns', async () => {
    const { run, over, fail } = asked('whether')
    store.set(flow.abortAtom)
    fail(new Error('aborted'))
    await over
    expect(run?.signal.aborted).toBe(true)
    expect(store.get(flow.stateAtom)).toBe('running')
    store.set(flow.cancelAtom)
    expect(store.get(flow.stateAtom)).toBe('idle')
  })

  it('a query can be forgotten together with its result', () => {
    const { run } = asked('second', earlier)
    store.set(flow.setResultAtom, null)
    expect(run?.signal.aborted).toBe(true)
    expect(store.get(flow.stateAtom)).toBe('idle')
  })

  it('stopping needs a running query: a shown result stays', () => {
    store.set(flow.setResultAtom, earlier)
    store.set(flow.cancelAtom)
    store.set(flow.abortAtom)
    expect(store.get(flow.doneAtom)).toEqual(earlier)
  })
})

describe('a part of an answer that is asked again', () => {
  it('a repeated part of a result brings the whole result back if it fails, with the reason and the time', async () => {
    vi.useFakeTimers({ now: 7, toFake: ['Date'] })
    const { over, fail } = asked('part', earlier)
    fail(new TypeError('Failed to fetch'))
    await over
    vi.useRealTimers()
    const failure = { kind: 'failed', message: 'Failed to fetch' }
    const failed = { state: 'failed', query: 'part', failure, endedAt: 7 }
    expect(store.get(flow.doneAtom)).toEqual({ ...earlier, failed })
    expect(store.get(flow.failedAtom)).toEqual(failed)
  })

  it('a repeated part of a result brings the whole result back if it is stopped, without an earlier failure', () => {
    const failure = { kind: 'failed', message: 'Failed to fetch' } as const
    asked('part', { ...earlier, failed: { state: 'failed', query: 'part', failure, endedAt: 7 } })
    store.set(flow.cancelAtom)
    expect([store.get(flow.doneAtom), store.get(flow.failedAtom)]).toEqual([earlier, null])
  })

  it('a repeated part of a result replaces that part when it is answered', async () => {
    const { over, answer } = asked('part', earlier)
    answer('all')
    await over
    expect(store.get(flow.doneAtom)).toMatchObject({ query: 'part', result: 'all' })
  })
})

function refusal(status: number, data: unknown, headers: HeadersInit = {}) {
  const response = new Response(null, { status, headers })
  const error = new HTTPError(response, new Request('http://api.test/'), {} as never)
  error.data = data
  return error
}

const CHECK = (said = 'Unknown error') => `Failed to check user status: ${said}`

/** What a call that ends like this throws. */
async function thrownBy(error: unknown): Promise<unknown> {
  const call = new Promise<never>((_, reject) => reject(error as Error))
  try {
    return await throwOnRefusal(call, CHECK)
  } catch (thrown) {
    return thrown
  }
}

it('the error of a refused check keeps the status and the specified message', async () => {
  const cause = refusal(503, { message: 'busy' })
  const error = await thrownBy(cause)
  expect(error).toBeInstanceOf(CheckError)
  expect(error).toHaveProperty('cause', cause)
  expect(toFailure(error)).toStrictEqual({
    kind: 'refused',
    message: 'Failed to check user status: busy',
    status: 503,
    serverMessage: 'busy',
  })
})

it.each(['plain text', { message: 5 }])(
  'the error of a refused check is "Unknown error" if the server sent %j',
  async (data) => {
    const error = await thrownBy(refusal(500, data))
    expect(toFailure(error).message).toBe('Failed to check user status: Unknown error')
  },
)

it.each([
  ['7', 7],
  ['99999', 120],
  ['172799', 120],
  ['172800', undefined],
  ['0', undefined],
  ['soon', undefined],
  ['1.2', 2],
  ['Sat, 21 Nov 2026 09:00:30 GMT', 30],
])(
  'the error of a refused check has the wait of Retry-After %s, up to a maximum',
  async (header, seconds) => {
    vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') })
    const { wait, until } = toFailure(await thrownBy(refusal(429, undefined, { 'Retry-After': header })))
    const now = Date.now()
    vi.useRealTimers()
    expect(wait).toBe(seconds)
    const asked = Number.isNaN(Number(header)) ? seconds : Number(header)
    expect(until).toBe(seconds === undefined ? undefined : now + (asked ?? 0) * 1000)
  },
)

it('the error of a refused check has the code that our server sends, and no code from another server', async () => {
  const codeIn = async (data: unknown) => toFailure(await thrownBy(refusal(503, data))).code
  expect(await codeIn({ message: 'busy', code: 'busy' })).toBe('busy')
  for (const data of [{ code: 7 }, { message: 'busy' }, 'busy', null, undefined]) {
    expect(await codeIn(data)).toBeUndefined()
  }
})

it('the errors of code that was not loaded, of a proof that was not found and of an unexpected value are different', () => {
  expect(toFailure(new OfflineError('not loaded'))).toEqual({ kind: 'unloaded', message: 'not loaded' })
  expect(toFailure(new ProofError())).toEqual({ kind: 'proof', message: 'Failed to solve PoW' })
  const late = new DOMException('The deadline passed', 'TimeoutError')
  expect(toFailure(late, 'pow')).toEqual({ kind: 'slow', message: 'The deadline passed' })
  expect(toFailure(late, 'server').kind).toBe('failed')
  expect(toFailure(new Error('Failed to solve PoW')).kind).toBe('failed')
  expect(toFailure('thrown')).toEqual({ kind: 'failed', message: 'thrown' })
})

it('an error that is no refusal stays unchanged, and so does a successful response', async () => {
  const error = new TypeError('Failed to fetch')
  expect(await thrownBy(error)).toBe(error)
  expect(await throwOnRefusal(Promise.resolve('answer'), CHECK)).toBe('answer')
})

it('the error of a request without a response says whether the device is offline', () => {
  vi.stubGlobal('navigator', { onLine: false })
  expect(toFailure(new TypeError('Failed to fetch')).kind).toBe('offline')
  vi.stubGlobal('navigator', { onLine: true })
  expect(toFailure(new TypeError('Failed to fetch')).kind).toBe('failed')
  vi.unstubAllGlobals()
})

const { alert } = text
const refused = { kind: 'refused', message: '' } as const

const UNTIL = new Date(2026, 10, 22, 9, 0).getTime()
const until = formatShortTime(UNTIL)

it.each([
  [alert.spent.budget(until), ['budget_spent']],
  [alert.spent.share(until), ['share_spent']],
  [alert.spent.hour(until), ['hour_spent']],
  [alert.operator, ['operator_refused']],
  [alert.tooOften(30), ['rate_limited']],
  [alert.trouble(30), ['busy', 'store_unavailable']],
])('the advice is %s for %j', (advice, codes) => {
  const given = codes.map((code) =>
    adviceForFailure({ ...refused, status: 503, code, wait: 30, until: UNTIL }),
  )
  expect(given).toEqual(codes.map(() => advice))
})

it.each([
  [{ kind: 'unloaded', message: '' }, alert.offline],
  [{ kind: 'offline', message: '' }, alert.offline],
  [{ kind: 'proof', message: '' }, alert.proof],
  [{ kind: 'failed', message: '', wait: 30 }, alert.trouble(30)],
  [{ ...refused, status: 429, wait: 8 }, alert.tooOften(8)],
  [{ ...refused, status: 500, wait: 9 }, alert.trouble(9)],
] as const)('the advice depends on the status if a failure has no code of ours: %o', (failure, advice) => {
  expect(adviceForFailure(failure)).toBe(advice)
})

it('the post check is offered only if the server refused an account check with a code that leaves post checks open', () => {
  const isOffered = (code: string) => canStillCheckPosts({ ...refused, status: 503, code })
  expect(['budget_spent', 'not_offered', 'busy', 'maintenance'].map(isOffered)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(canStillCheckPosts({ ...refused, status: 429 })).toBe(false)
  expect(canStillCheckPosts({ kind: 'failed', message: '', code: 'budget_spent' })).toBe(false)
})
