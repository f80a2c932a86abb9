import type { PostRef } from '../../../contract/names.ts'
import type { XOptions } from '../../../server/upstream/x/createX.ts'
import { callerWith } from '../callerWith.ts'
import { simulatedX } from './simulatedX.ts'
import type { SimulatedAccount, SimulatedPost } from './simulatedX.ts'
import type { GenerationName } from './xDocument.ts'
import { CANARY } from './xOptions.ts'
import { idAt, worldOf } from './xWorld.ts'

export const ref = (post: SimulatedPost, name: string | null = null): PostRef => ({ name, id: post.id })

/** The control: an account that posts once a day. */
const CONTROL: SimulatedAccount = {
  posts: Array.from({ length: 30 }, (_, days) => ({ id: idAt(3.1 + 24 * days, 1) })),
}

type More = Partial<XOptions> & { generation?: GenerationName }

/** An X that holds these accounts and the control, and the upstream over it with a token and the search for posts. Pauses take no time. */
export async function searchWorld(accounts: Record<string, SimulatedAccount>, more: More = {}) {
  const { generation = 'before', ...options } = more
  const sim = simulatedX({ ...accounts, [CANARY]: CONTROL }, generation, more.now)
  const pauses: number[] = []
  const world = await worldOf(
    {
      '/2/': sim.answer,
      '/oembed': sim.answer,
    },
    {
      postSearchPermitted: true,
      pause: async (ms) => void pauses.push(ms),
      ...options,
    },
  )
  const judge = async (posts: PostRef[], share?: string) =>
    await world.x.checkPosts(posts, callerWith(AbortSignal.timeout(60_000), share))
  /** Searches alone, without those for the control. */
  const searches = () => world.asked().filter((path) => path.includes('/search/') && !path.includes(CANARY))
  return { ...world, sim, pauses, judge, searches }
}
