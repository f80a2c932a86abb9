import { afterEach } from 'vitest'
import { createX } from '../../../server/upstream/x/createX.ts'
import type { XOptions } from '../../../server/upstream/x/createX.ts'
import { idOf } from '../../contract/idOf.ts'
import { callerWith } from '../callerWith.ts'
import { bodyFor } from '../client.ts'
import { json, oembedOf, startStubX } from './stubX.ts'
import type { Answer, StubX } from './stubX.ts'
import { CANARY, xOptions } from './xOptions.ts'

export const USER = '/2/users/by/username/'
export const TIMELINE = '/2/users/77/tweets'
export const SEARCH = '/2/tweets/search/recent'
export const NAME = 'someone'

const HOUR_MS = 3_600_000
/** The id of a post so many hours old; `low` tells apart posts of one moment. */
export const idAt = (hours: number, low = 0) =>
  String(BigInt(idOf(Math.floor(Date.now() - hours * HOUR_MS))) + BigInt(low))
export const postAt = (hours: number, more: object = {}) => ({ id: idAt(hours), text: 'あ', ...more })
/** Posts ten hours apart, the newest five hours old. */
export const recentPosts = (count: number) =>
  Array.from({ length: count }, (_, index) => postAt(5 + 10 * index))

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
  made ??= posts({ id: idAt(3.1, 1), text: 'control' }, { id: idAt(60, 1), text: 'control' })
  made(...asked)
}
/** A search that answers so, and finds its control. */
export const search =
  (answer: Answer): Answer =>
  (url, ...rest) =>
    (url.searchParams.get('query')?.includes(CANARY) ? control : answer)(url, ...rest)

const stubs: StubX[] = []
/** Every test file that opens a world closes it by this. */
export const closeWorlds = () => afterEach(() => Promise.all(stubs.splice(0).map((stub) => stub.close())))

/** The `x` upstream over an X that answers so. */
export async function worldOf(answers: Record<string, Answer>, more: Partial<XOptions> = {}) {
  const stub = await startStubX({ '/oembed': json(oembedOf()), ...answers })
  stubs.push(stub)
  const x = createX(xOptions(stub.base, more))
  const signal = AbortSignal.timeout(60_000)
  const check = (body: Partial<ReturnType<typeof bodyFor>> = {}) =>
    x.checkAccount(bodyFor(NAME, { searchban: false, repost: false, ...body }), callerWith(signal))
  /** Requests to the official API alone. */
  const asked = () => stub.asked.filter((path) => path.startsWith('/2/'))
  return { x, stub, check, asked }
}
