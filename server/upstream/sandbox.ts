import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS } from '../../contract/dates.ts'
import { METHOD_VERSION } from '../../contract/wire.ts'
import { toPostUrl } from '../../contract/names.ts'
import type { PostRef } from '../../contract/names.ts'
import { BANS, BAN_METHODS, SANDBOX, recordByBan } from '../../contract/outcomes.ts'
import { ApiError } from '../../contract/reasons.ts'
import type { PostJudgement, AccountEvidence, ItemEvidence, Reason } from '../../contract/wire.ts'
import { NO_SEARCH_HEALTH } from './Upstream.ts'
import type { Upstream } from './Upstream.ts'
import { SANDBOX_CONTROL_HOURS, sandboxJudgement, sandboxOembed, sandboxPostId } from './sandboxPosts.ts'
import { CLEAR, NOT_FOUND, NO_FACTS, ROWS, twenty, unjudgedRow } from './sandboxRows.ts'
import type { Flags, SandboxFault, SandboxRow } from './sandboxRows.ts'

const SEARCH_LIMITED: Reason = { cause: 'limited', part: 'search' }
const TIMELINE_LIMITED: Reason = { cause: 'limited', part: 'timeline' }

/** Says when a limit ends, as X does: its limits are for 15 minutes. */
function withResets(flags: Flags, now: number): Flags {
  const { userSearchGroup, userTimelineGroup } = flags.api_status
  const timed = (limit: typeof userSearchGroup) =>
    limit.rate_limit ? { ...limit, reset: now + 15 * 60_000 } : limit
  return {
    ...flags,
    api_status: { userSearchGroup: timed(userSearchGroup), userTimelineGroup: timed(userTimelineGroup) },
  }
}

function postsOf(
  name: string,
  { statuses = twenty('AVAILABLE'), pinned, unsearched, hoursApart }: SandboxRow,
  now: number,
) {
  return statuses.map((status, index) => ({
    post: { name, id: sandboxPostId(now, index, status, unsearched, hoursApart) },
    status,
    isPinned: index === pinned ? true : undefined,
  }))
}

function sandboxEvidence(
  check: Flags,
  { statuses = twenty('AVAILABLE'), unjudged, facts = NO_FACTS, ageDays }: SandboxRow,
  now: number,
): AccountEvidence {
  const limited = check.api_status.userSearchGroup.rate_limit
  const closed = check.suspend || check.not_found || check.protect || check.no_tweet
  const because = (reason: Reason): ItemEvidence => ({
    method: null,
    reason: limited ? SEARCH_LIMITED : closed ? { cause: 'account' } : reason,
    time: now,
  })
  const shown = (flag: boolean | null): ItemEvidence =>
    flag === null ? because({ cause: 'no_method' }) : { method: null, reason: null, time: now }
  const found = statuses.filter((status) => status === 'AVAILABLE' || status === 'QUATE_FORBIDDEN').length
  const missed = statuses.filter((status) => status === 'FORBIDDEN').length
  function searched(flag: boolean | null): ItemEvidence {
    if (limited || closed) return because({ cause: 'failed', part: 'search' })
    if (!unjudged && statuses.length === 0) return shown(flag)
    return {
      method: 'recent_search',
      reason: unjudged ?? null,
      looked: found + missed || statuses.length,
      found,
      ...(flag && { control: now, controlHours: SANDBOX_CONTROL_HOURS }),
      from: now - 7 * DAY_MS,
      to: now - 3_600_000,
      time: now,
    }
  }
  return {
    time: now,
    version: METHOD_VERSION,
    ...facts,
    ...(ageDays !== undefined && { created: now - ageDays * DAY_MS }),
    items: recordByBan((ban) => (BAN_METHODS[ban] ? searched : shown)(check[ban])),
  }
}

const SLOW_MS = 8000

export function createSandboxUpstream(
  latencyMs = 0,
  fault: SandboxFault = 'none',
  now: () => number = Date.now,
): Upstream {
  async function answer(names: (string | null)[], signal: AbortSignal) {
    const byName = names.map((name) => ROWS.get(name?.toLowerCase() ?? '')?.fault).find(Boolean)
    const active = fault === 'none' ? byName : fault
    const waitMs = active === 'slow' ? SLOW_MS : active === 'hang' ? 2 ** 31 - 1 : latencyMs
    signal.throwIfAborted()
    if (waitMs > 0) await delay(waitMs, undefined, { signal })
    if (active === 'error') throw new ApiError('sandbox_error')
    if (active === 'unavailable') throw new ApiError('upstream')
  }

  /** X withholds each post of an account that it withholds. */
  function judgementOf(post: PostRef): PostJudgement {
    const judged = sandboxJudgement(post, now())
    const withheld = ROWS.get(post.name?.toLowerCase() ?? '')?.facts?.withheld
    const { evidence } = judged
    return withheld && evidence?.found ? { ...judged, evidence: { ...evidence, withheld } } : judged
  }

  return {
    name: SANDBOX,
    capabilities: { bans: [...BANS], posts: 'search' },
    healthWarning: () => null,
    searchHealth: () => NO_SEARCH_HEALTH,
    async checkAccount(request, { signal }) {
      await answer([request.screen_name], signal)
      const name = request.screen_name.toLowerCase()
      const row = ROWS.get(name) ?? unjudgedRow(name) ?? NOT_FOUND
      const state = withResets({ ...CLEAR, ...row.flags }, now())
      const evidence = sandboxEvidence(state, row, now())
      const seen = !state.suspend && !state.not_found && !state.protect
      if (!request.searchban || !seen) return { ...state, evidence }
      return {
        ...state,
        tweets: postsOf(name, row, now())
          .filter((_, index) => request.repost || index % 4 !== 3)
          .map(({ post, status, isPinned }) => ({
            url: toPostUrl(post),
            status,
            isPinned,
            evidence: judgementOf(post).evidence,
          })),
        evidence: {
          ...evidence,
          tweets: {
            reason: state.api_status.userTimelineGroup.rate_limit ? TIMELINE_LIMITED : null,
            pinTold: true,
            kindsTold: true,
            time: now(),
          },
        },
      }
    },
    async checkPosts(posts, { signal }) {
      const names = posts.map((post) => post.name)
      await answer(names, signal)
      return posts.map(judgementOf)
    },
    async oembed(post, { signal }) {
      await answer([post.name], signal)
      return sandboxOembed(post)
    },
  }
}
