import { expect, it } from 'vitest'
import { issueChallenge } from '../../../server/proof/challenge.ts'
import type { SigningKeys } from '../../../server/proof/challenge.ts'
import { createFeedbackTokens } from '../../../server/proof/feedbackToken.ts'
import { inProcess, outcome } from '../client.ts'
import { testApp } from '../testApp.ts'
import { give, reportFrom, seen, unseen } from './given.ts'

const KEYS: SigningKeys = ['a-secret-of-a-test']
const PERCENT = 1
const NOW = Date.parse('2026-11-22T03:00:00Z')
const LIARS = 50
const LIES = 2000
const HONEST = 2000
/** Visitors who saw what the verdict said. */
const AGREEING = 0.95

/** A server where each call comes from the address of its own header, and a fresh feedback token for it. */
function server() {
  const app = testApp({
    keys: () => KEYS,
    feedbackPercent: PERCENT,
    now: () => NOW,
    addressOf: (c) => c.req.header('X-Test-Address') ?? '',
  })
  const call = inProcess(app)
  const statement = { item: 'search_ban', verdict: 'affected', method: 'recent_search' } as const
  return {
    call,
    async answer(address: string, agrees: boolean) {
      const [ticket] = createFeedbackTokens(KEYS, issueChallenge(KEYS, 'batch', 0, NOW), [statement])
      if (!ticket) throw new Error('no ticket')
      const from = (path: string, init?: RequestInit) => {
        const headers = new Headers(init?.headers)
        headers.set('X-Test-Address', address)
        return call(path, { ...init, headers })
      }
      const { status, code } = await outcome(give(from, agrees ? unseen(ticket) : seen(ticket)))
      return status === 200 ? 'counted' : code
    },
  }
}

type Server = ReturnType<typeof server>
const honest = async ({ answer }: Server, from: number, to: number) => {
  for (let index = from; index < to; index++) await answer(`honest-${index}`, index % 100 < 100 * AGREEING)
}
/** Every liar in turn, with as many lies as there are: how many of each are counted. */
async function flood({ answer }: Server, lies: number): Promise<number[]> {
  const counted = Array<number>(LIARS).fill(0)
  const other = new Set<string | undefined>()
  for (let lie = 0; lie < lies; lie++) {
    const liar = lie % LIARS
    const came = await answer(`liar-${liar}`, false)
    if (came === 'counted') counted[liar] = (counted[liar] ?? 0) + 1
    else other.add(came)
  }
  expect([...other]).toEqual(['too_many_requests'])
  return counted
}

// Each address gives one answer, or at most its percentage of the addresses, and so of the day's answers.
it.each([
  ['after the honest answers', [HONEST, LIES, 0]],
  ['before them', [0, LIES, HONEST]],
] as const)(
  '2,000 lies from 50 addresses change the shown share by no more than the shares of their addresses, if told %s',
  async (_name, [before, lies, after]) => {
    const asked = server()
    await honest(asked, 0, before)
    const counted = await flood(asked, lies)
    await honest(asked, before, before + after)
    const [item] = (await reportFrom(asked.call)).items
    if (!item) throw new Error('nothing was counted')
    const all = item.answers
    const countedLies = counted.reduce((sum, count) => sum + count, 0)
    expect(all).toBe(HONEST + countedLies)
    const share = Math.max(1, (PERCENT / 100) * (HONEST + LIARS))
    for (const count of counted) expect(count).toBeLessThanOrEqual(share)
    expect(share).toBeLessThanOrEqual(Math.max(1, (PERCENT / 100) * all))
    const bound = (LIARS * share) / (HONEST + LIARS * share)
    const moved = AGREEING - item.agreed / all
    expect(moved).toBeGreaterThan(0)
    expect(moved).toBeLessThanOrEqual(AGREEING * bound)
  },
  120_000,
)
