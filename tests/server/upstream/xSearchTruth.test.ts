import { reasonName } from '../../../contract/reasons.ts'
import * as fc from 'fast-check'
import { afterEach, expect, it, vi } from 'vitest'
import { SEARCHES_BEFORE_MISSING } from '../../../contract/wire.ts'
import type { AccountCheck, PostJudgement } from '../../../contract/wire.ts'
import { toFinishedCheck } from '../../../src/account/finishedCheck.ts'
import { accountVerdict, latestPostsSummary } from '../../../src/results/accountVerdict.ts'
import { ALL, LIST, VERDICT, bodyFor, callerWith } from '../client.ts'
import { versionsOf } from './simulatedX.ts'
import type { SimulatedPost, SimulatedX } from './simulatedX.ts'
import { holdsForAccount, holdsForPost, isControl, isHit } from './causes.ts'
import { EXAMPLES, ONCE_WRONG, QUOTED, openWorld, world } from './worlds.ts'
import type { World } from './worlds.ts'

vi.setConfig({ testTimeout: 3_600_000 })
afterEach(() => vi.unstubAllGlobals())

/** So many worlds of chance, or else a part that is the same each time. */
const WORLDS = process.env['WORLDS']
const RUNS = { endOnFailure: true, ...(WORLDS ? { numRuns: Number(WORLDS) } : { numRuns: 900, seed: 1 }) }
const HOUR_MS = 3_600_000
const WEEK_MS = 7 * 24 * HOUR_MS
/** Searches of one look are asked at once, and its misses are judged when all have answered. */
const TOGETHER_MS = 1000

/** What the property must meet to mean something. */
const STATES = 'AVAILABLE FORBIDDEN QUATE_FORBIDDEN RESTRICTED UNSEARCHED NOT_FOUND UNKNOWN'
  .split(' ')
  .concat('ban true', 'ban false', 'ban null')

const madeAt = (id: string) => Number(BigInt(id) >> 22n) + 1_288_834_974_657

function covers(url: URL, id: string): boolean {
  const [since, until] = [url.searchParams.get('since_id'), url.searchParams.get('until_id')]
  if (since !== null && until !== null) return BigInt(id) > BigInt(since) && BigInt(id) < BigInt(until)
  const [from, to] = [url.searchParams.get('start_time') ?? '', url.searchParams.get('end_time') ?? '']
  return madeAt(id) >= Date.parse(from) && madeAt(id) < Date.parse(to)
}

/** Whether as many searches as the page says, over about ten seconds, missed a post, with another post that is no older shown before and after. */
function isMissed({ searched }: SimulatedX, post: SimulatedPost): boolean {
  const versions = versionsOf(post)
  const looks = searched.filter((one) => !isControl(one) && versions.some((id) => covers(one.url, id)))
  if (looks.some(({ ids }) => ids.some((id) => versions.includes(id)))) return false
  const near = searched.filter(({ ids }) =>
    ids.some((id) => {
      const later = madeAt(id) - madeAt(versions.at(-1) ?? '')
      return later >= 0 && later <= 36 * HOUR_MS
    }),
  )
  return looks.slice(SEARCHES_BEFORE_MISSING - 1).some((last) => {
    const [first, ...others] = near.filter(({ url }) => url.pathname === last.url.pathname)
    // The server waits ten seconds by X's time, which X tells in whole seconds.
    const isLong = last.at - (looks[0]?.at ?? 0) >= 8_500
    const isBefore = first !== undefined && searched.indexOf(first) < searched.indexOf(last)
    return isLong && isBefore && others.some((one) => one.at > last.at - TOGETHER_MS)
  })
}

/** Whether search has the post, for whoever asks by its author's number. */
const isKept = ({ hidden }: SimulatedPost) => !hidden
const isFit = (post: SimulatedPost) =>
  (post.kind === 'own' || post.kind === 'quote') &&
  ![post.community, post.sensitive, post.authorId, post.isDeleted, post.isPromoted, post.withheld].some(
    Boolean,
  )
/** Whether X never says anything else about a post from one call to the next. Asked for payment once, the server asks about no other post. */
const isSteady = ({ blanks, blindFrom, change }: World, posts: readonly SimulatedPost[]) =>
  change === null &&
  blanks === 0 &&
  blindFrom === Infinity &&
  posts.every(({ indexedFrom = 0, showing }) => indexedFrom === 0 && showing !== 'payment')

/** What the judgement of one post claims beyond what X said. */
function faultsOf(
  post: SimulatedPost,
  { status, evidence }: PostJudgement,
  { sim, now, drawn, isListed }: { sim: SimulatedX; now: number; drawn: World; isListed: boolean },
): string[] {
  const { showing = 'shown' } = post
  const isFound = isHit(sim, post)
  const quoted = QUOTED.find(({ id }) => id === post.of)
  const holds: Record<string, boolean> = {
    AVAILABLE: isFound,
    QUATE_FORBIDDEN: isFound && post.kind === 'quote' && quoted?.showing === 'restricted',
    FORBIDDEN:
      showing === 'shown' &&
      isFit(post) &&
      !drawn.isWithheld &&
      drawn.generation !== 'neither' &&
      drawn.generation !== 'silent' &&
      now - madeAt(post.id) >= HOUR_MS &&
      isMissed(sim, post) &&
      (drawn.blanks > 0 || drawn.blindFrom !== Infinity || (post.indexedFrom ?? 0) > 0 || !isKept(post)),
    RESTRICTED: showing === 'restricted',
    UNSEARCHED: showing === 'shown',
    NOT_FOUND: showing === 'gone' && !isListed,
    // What oEmbed refuses to one post may close it for all.
    UNKNOWN: true,
  }
  // An account that changes in the middle is seen before or after it. Of one that was healthy before, no post was ever missing and shown.
  if (drawn.change && (status !== 'FORBIDDEN' || drawn.account !== 'healthy')) return []
  const faults = holds[status ?? ''] ? [] : [`${status} of ${JSON.stringify(post)}`]
  const isSaidWithheld = post.withheld !== undefined || drawn.isWithheld === true
  const isTold = drawn.generation === 'before' || drawn.generation === 'after'
  if (isTold && isSaidWithheld && evidence?.found === true && !evidence.withheld) faults.push('withheld')
  if (evidence?.withheld && !post.withheld && !drawn.isWithheld) faults.push('not withheld')
  const isOk = status === 'AVAILABLE' || status === 'QUATE_FORBIDDEN'
  if ((evidence?.found === true) !== isOk) faults.push('found')
  if (status === 'FORBIDDEN' && (evidence?.found !== false || !evidence.control)) faults.push('missed')
  if (evidence?.found === null && status !== 'NOT_FOUND') {
    const { reason } = evidence
    if (!reason) faults.push('reason')
    else if (!holdsForPost(reason, { post, drawn, sim, now })) {
      faults.push(`${reasonName(reason)} without a cause, of ${JSON.stringify(post)}`)
    }
  }
  return faults
}

/** Whether what the page says of an account would be another without somebody else's posts. */
function repostFaults(answer: AccountCheck): string[] {
  const query = { variant: 'main', screenName: 'someone', posts: true, reposts: true } as const
  const said = (tweets: AccountCheck['tweets']) => {
    const check = toFinishedCheck({ ...answer, tweets, upstream: 'x-api', screenName: 'someone' }, query, 0)
    return JSON.stringify([accountVerdict(check), latestPostsSummary(check)])
  }
  const own = answer.tweets?.filter(({ url }) => !url.includes('/i/'))
  return said(answer.tweets) === said(own) ? [] : [`reposts change ${said(own)} to ${said(answer.tweets)}`]
}

it('no simulated world makes a check call a post found without a hit or excluded without four misses and controls, or judge an account beyond its posts', async () => {
  const seen = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(world, async (drawn) => {
      const faults: string[] = []
      const note = (state: string) => seen.set(state, (seen.get(state) ?? 0) + 1)

      const batch = openWorld(drawn)
      vi.stubGlobal('fetch', batch.fetch)
      const typed = batch.posts.filter(({ kind }) => kind !== 'repost').slice(0, 14)
      const judged = await batch.x.checkPosts(
        typed.map(({ id, earlier }) => ({
          name: 'stranger',
          id: drawn.typedOldId ? (earlier?.[0] ?? id) : id,
        })),
        callerWith(),
      )
      for (const [index, post] of typed.entries()) {
        const { sim, clock } = batch
        faults.push(...faultsOf(post, judged[index] ?? {}, { sim, now: clock.now, drawn, isListed: false }))
        note(judged[index]?.status ?? '')
      }

      const verdicts = []
      for (const mode of [VERDICT, LIST, ALL]) {
        const { x, sim, clock, fetch, posts, account } = openWorld(drawn)
        vi.stubGlobal('fetch', fetch)
        const answer = await x.checkAccount(bodyFor(drawn.name, mode), callerWith())
        const { search_ban, evidence, tweets = [] } = answer
        const item = evidence?.items.search_ban
        const { looked = 0, found = 0, reason } = item ?? {}
        // Of two reasons that both hold, either may be told.
        verdicts.push(JSON.stringify([search_ban, looked, found]))
        note(`ban ${search_ban}`)
        const due = posts.filter(
          ({ kind, isThread, id, community }) =>
            // With the current names, the timeline does not tell a thread of answers to oneself from other posts.
            (kind === 'own' || kind === 'quote' || (isThread && drawn.generation !== 'before')) &&
            (!community || drawn.generation === 'neither' || drawn.generation === 'silent') &&
            clock.now - madeAt(id) >= HOUR_MS &&
            clock.now - madeAt(id) <= WEEK_MS,
        )
        // Asked for payment once, the server does not learn what is restricted.
        const isClosed = posts.some(({ showing }) => showing === 'payment')
        const hits = due.filter((post) => isHit(sim, post) && (isClosed || post.showing !== 'restricted'))
        if ((reason === null) !== (search_ban !== null)) faults.push('no reason')
        if (reason && !holdsForAccount(reason, { drawn, sim, posts, account, now: clock.now })) {
          faults.push(`${reasonName(reason)} without a cause`)
        }
        if (
          search_ban &&
          (drawn.isWithheld ||
            account.protected ||
            account.suspended ||
            account.isGone ||
            account.number !== '1' ||
            posts.every((post) => post.isDeleted))
        ) {
          faults.push('banned, though it changed')
        }
        faults.push(...repostFaults(answer))
        if (found > looked || looked > due.length) faults.push(`${found} of ${looked} of ${due.length}`)
        if (found > 0 !== (search_ban === false)) faults.push(`found ${found} but ${search_ban}`)
        if (search_ban === false && hits.length < found && !drawn.change) faults.push('cleared')
        if (search_ban === true) {
          const missed = due.filter((post) => post.showing === 'shown' && isFit(post) && isMissed(sim, post))
          const made = missed.map(({ id }) => madeAt(id))
          if (missed.length < 5 || Math.max(...made) - Math.min(...made) < 24 * HOUR_MS)
            faults.push('banned by few')
          if (hits.length > 0) faults.push('banned in spite of a hit')
          if (
            isSteady(drawn, posts) &&
            due.some((post) => isFit(post) && isKept(post) && post.showing === 'shown')
          )
            faults.push('banned falsely')
        }
        if (isSteady(drawn, posts) && search_ban === false && looked > found) {
          const missing = due.filter((post) => !isKept(post)).length
          if (looked - found > missing) faults.push(`${found} of ${looked} found, but ${missing} hidden`)
        }
        for (const one of tweets) {
          const post = posts.find(({ id }) => one.url.endsWith(id))
          if (post && post.kind !== 'repost') {
            faults.push(...faultsOf(post, one, { sim, now: clock.now, drawn, isListed: true }))
          }
        }
      }
      // A post that only the list shows may clear an account; otherwise a tick changes nothing.
      const isCleared = verdicts.some((said) => said.startsWith('[false'))
      const isAccused = verdicts.some((said) => said.startsWith('[true'))
      const differ = isCleared ? isAccused : new Set(verdicts).size > 1
      if (isSteady(drawn, batch.posts) && differ) faults.push(`ticks: ${verdicts.join(' ')}`)
      expect(faults).toEqual([])
    }),
    { ...RUNS, examples: [...EXAMPLES, ...ONCE_WRONG].map((drawn) => [drawn]) },
  )
  expect([...seen.keys()]).toEqual(expect.arrayContaining(STATES))
  if (WORLDS || process.env['SAY']) console.log(Object.fromEntries(seen))
})
