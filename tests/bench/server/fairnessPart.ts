// A part of the fairness bench in a process of its own: `stub` is an X that takes 100 ms for each answer, `greedy` a visitor who takes all that one address can get.
import { setTimeout as delay } from 'node:timers/promises'
import { json, oembedOf, startStubX } from '../../server/upstream/stubX.ts'
import type { Answer } from '../../server/upstream/stubX.ts'
import { SEARCH, TIMELINE, posts, recentPosts, user } from '../../server/upstream/xWorld.ts'
import { account, batch, callFrom, outcomeOf, run } from './errands.ts'

const LATENCY_MS = 100
const CONNECTIONS = 40
/** After a refusal it waits as long as an impatient script does. */
const REFUSED_MS = 50

const [mode, url = ''] = process.argv.slice(2)
if (mode === 'stub') {
  const late =
    (answer: Answer): Answer =>
    (...asked) =>
      void setTimeout(() => answer(...asked), LATENCY_MS)
  const own = recentPosts(3)
  const stub = await startStubX({
    '/oembed': late(json(oembedOf())),
    [TIMELINE]: late(posts(...own)),
    [SEARCH]: late(posts(...own)),
    '/2/users/by/': late(user()),
  })
  process.send?.({ base: stub.base })
} else {
  const call = callFrom(url, '203.0.113.7')
  const wants = [() => batch(call, 200), () => batch(call, 200), () => account(call)]
  for (let connection = 0; connection < CONNECTIONS; connection++) void greedy(connection)
  process.send?.({ base: url })

  async function greedy(connection: number): Promise<never> {
    for (let turn = connection; ; turn++) {
      const want = wants[turn % 4]
      const code = want ? await outcomeOf(want()) : await run('preview', url, '203.0.113.7')
      if (code !== '') await delay(REFUSED_MS)
    }
  }
}
