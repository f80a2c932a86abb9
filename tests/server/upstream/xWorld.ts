import { afterEach } from 'vitest'
import type { PostRef } from '../../../contract/names.ts'
import type { Upstream } from '../../../server/upstream/Upstream.ts'
import { createXUpstream } from '../../../server/upstream/x/createX.ts'
import type { XUpstreamOptions } from '../../../server/upstream/x/createX.ts'
import { JUDGEABLE_ITEMS } from '../../../contract/outcomes.ts'
import { idOf } from '../../contract/idOf.ts'
import { VERDICT, bodyFor, callerWith } from '../client.ts'
import { followClock } from '../followClock.ts'
import { createMemoryStore } from '../testApp.ts'
import { simulatedX } from './simulatedX.ts'
import type { SimulatedAccount, SimulatedPost } from './simulatedX.ts'
import { json, oembedOf, startStubX } from './stubX.ts'
import type { Answer, StubX } from './stubX.ts'
import type { GenerationName } from './xDocument.ts'

/** The account of which the tests' X has posts for sure. */
export const CANARY = 'Canary'

/** An `x` upstream over an X at this address, with a token and without the search for posts unless told otherwise. Nothing waits. */
export function xOptions(base: string, more: Partial<XUpstreamOptions> = {}): XUpstreamOptions {
  return {
    apiBase: base,
    oembedBase: base,
    bearerToken: 'secret-token',
    accountsPermitted: true,
    postSearchPermitted: false,
    postSearchMax: 20,
    judged: JUDGEABLE_ITEMS,
    canaries: [CANARY],
    budgetUsd: 100,
    store: createMemoryStore(more.now),
    onFault: () => undefined,
    pause: async () => undefined,
    ...more,
  }
}

export const USER = '/2/users/by/username/'
export const TIMELINE = '/2/users/77/tweets'
export const SEARCH = '/2/tweets/search/recent'
export const NAME = 'someone'

const HOUR_MS = 3_600_000
/** The id of a post so many hours old; `low` tells apart posts of one moment. */
export const idAt = (hours: number, low = 0) =>
  String(BigInt(idOf(Math.floor(Date.now() - hours * HOUR_MS))) + BigInt(low))
export const at = (hours: number, more: Partial<SimulatedPost> = {}): SimulatedPost => ({
  id: idAt(hours),
  ...more,
})
/** Posts so many hours old. */
export const aged = (hours: readonly number[], more: Partial<SimulatedPost> = {}): SimulatedPost[] =>
  hours.map((age, index) => ({ id: idAt(age, 7 + index), ...more }))
export const HIDDEN = { hidden: true }
/** X before and after it renamed its parameters. */
export const GENERATIONS = ['before', 'after'] as const
export const postAt = (hours: number, more: object = {}) => ({
  id: idAt(hours),
  text: 'あ',
  possibly_sensitive: false,
  author_id: '77',
  ...more,
})
/** Posts ten hours apart, the newest five hours old. */
export const recentPosts = (count: number) =>
  Array.from({ length: count }, (_, index) => postAt(5 + 10 * index))

/** An account of forty posts an hour apart, the newest two hours old. */
export const costly = (low = 0, more: Partial<SimulatedPost> = {}): SimulatedAccount => ({
  posts: Array.from({ length: 40 }, (_, index) => ({ id: idAt(index + 2, low), ...more })),
})
/** The day on which money is spent now. */
export const today = () => new Date().toISOString().slice(0, 10)

/** Of a check: its search ban, and what that rests on. */
export const verdict = (search_ban: boolean | null, item: object) => ({
  search_ban,
  evidence: { items: { search_ban: item } },
})

export const user = (more: object = {}) =>
  json({
    data: {
      id: '77',
      name: 'S',
      username: NAME,
      protected: false,
      public_metrics: { tweet_count: 9 },
      ...more,
    },
  })
export const posts = (...data: object[]) =>
  json(data.length > 0 ? { data, meta: { result_count: data.length } } : { meta: { result_count: 0 } })

/** Near in time to any post of the last days. */
let made: Answer | null = null
const control: Answer = (...asked) => {
  made ??= posts(
    { id: idAt(1.1, 1), text: 'control' },
    { id: idAt(30, 1), text: 'control' },
    { id: idAt(60, 1), text: 'control' },
  )
  made(...asked)
}
/** A time in the query of a request, in Unix milliseconds. */
export const timeOf = (url: URL, name: string) => Date.parse(url.searchParams.get(name) ?? '')

/** A search that answers so, and finds its control. */
export const search =
  (answer: Answer): Answer =>
  (url, ...rest) =>
    (url.searchParams.get('query')?.includes(CANARY) ? control : answer)(url, ...rest)

const stubs: StubX[] = []
/** An X that answers so until the test is over. */
export async function openStub(answers: Record<string, Answer>): Promise<StubX> {
  const stub = await startStubX(answers)
  stubs.push(stub)
  return stub
}
/** Every test file that opens a world or a stub closes it by this. */
export const closeWorlds = () => afterEach(() => Promise.all(stubs.splice(0).map((stub) => stub.close())))

/** The `x` upstream over an X that answers so. */
export async function worldOf(answers: Record<string, Answer>, more: Partial<XUpstreamOptions> = {}) {
  if (more.now) followClock(more.now)
  const stub = await openStub({ '/oembed': json(oembedOf()), ...answers })
  const x = createXUpstream(xOptions(stub.base, more))
  const signal = AbortSignal.timeout(60_000)
  const check = (body: Partial<ReturnType<typeof bodyFor>> = {}, clientKey?: string) =>
    x.checkAccount(bodyFor(NAME, { ...VERDICT, ...body }), callerWith(signal, clientKey))
  /** Requests to the official API alone. */
  const asked = () => stub.asked.filter((path) => path.startsWith('/2/'))
  return { x, stub, check, asked }
}

export const ref = (post: SimulatedPost, name: string | null = null): PostRef => ({ name, id: post.id })
export const refs = (posts: readonly SimulatedPost[]): PostRef[] => posts.map((post) => ref(post))

/** The control: an account that posts once a day, and has just posted. */
const controlAccount = (): SimulatedAccount => ({
  posts: [1.1, ...Array.from({ length: 30 }, (_, days) => 3.1 + 24 * days)].map((hours) => ({
    id: idAt(hours, 1),
  })),
})

type More = Partial<XUpstreamOptions> & { generation?: GenerationName | 'silent' }

/** An X that holds these accounts and the control, and the upstream over it with a token and the search for posts. Pauses take no time. */
export async function searchWorld(accounts: Record<string, SimulatedAccount>, more: More = {}) {
  const { generation = 'before', ...options } = more
  const canary = controlAccount()
  const sim = simulatedX({ ...accounts, [CANARY]: canary }, generation, more.now)
  const pauses: number[] = []
  const world = await worldOf(
    { '/2/': sim.answer, '/oembed': sim.answer },
    { postSearchPermitted: true, pause: async (ms) => void pauses.push(ms), ...options },
  )
  const judge = async (posts: PostRef[], share?: string) =>
    await world.x.checkPosts(posts, callerWith(AbortSignal.timeout(60_000), share))
  /** Searches alone, without those for the control. */
  const searches = () => world.asked().filter((path) => path.includes('/search/') && !path.includes(CANARY))
  return { ...world, sim, canary, pauses, judge, searches }
}

/** An X that holds this account as @someone, and these others. */
export const worldWith = (
  account: SimulatedAccount,
  more: More = {},
  others: Record<string, SimulatedAccount> = {},
) => searchWorld({ someone: account, ...others }, more)

/** The statuses of posts without what they rest on. */
export async function statusesOf(
  x: Upstream,
  ...asked: Parameters<Upstream['checkPosts']>
): Promise<(string | undefined)[]> {
  return (await x.checkPosts(...asked)).map(({ status }) => status)
}
