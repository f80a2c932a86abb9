import type { UnjudgedReason } from '../../../contract/evidence.ts'
import type { AccountCheck, CheckRequest } from '../../../contract/wire.ts'
import { ApiError } from '../../http/errors.ts'
import type { Caller } from '../Upstream.ts'
import type { AnswerCache } from '../sharing.ts'
import { PRICES } from './budget.ts'
import type { Pay } from './budget.ts'
import type { NotFoundCount } from './callShares.ts'
import { LIST_POSTS, SEARCH_MIN, VERDICT_POSTS } from './client/endpoints.ts'
import type { PostQuery, createPosts } from './checkPosts.ts'
import { searchesPosts } from './health.ts'
import type { XOffer } from './health.ts'
import {
  READ_ON_SIZES,
  confirmAccount,
  isReadOnDue,
  lookUp,
  readAccount,
  readOlder,
  readOn,
  searchWholeSpan,
} from './readAccount.ts'
import { LIST_READ_MAX, readList } from './readList.ts'
import {
  ACCOUNT_REASONS,
  OperatorRefused,
  RateLimited,
  SEARCH_REASONS,
  TIMELINE_REASONS,
  UpstreamDown,
  reasonOfFailure,
} from './client/replies.ts'
import type { XTools } from './searchForPosts.ts'
import { ACCOUNT_KEPT_MS as CACHE_TTL_MS, Account, answerOf, searchVerdict } from './verdict/account.ts'
import { PostList, noList } from './verdict/list.ts'
import { madeAt } from './verdict/post.ts'
import type { Finding, Original } from './verdict/post.ts'

/** For an answer in which something failed: just long enough for a crowd. */
const CACHE_GAP_TTL_MS = 60_000

/** A list without reposts is read on behind pages that X shortened; one with reposts may include as many original posts, or take a second request. */
const LISTED = { own: LIST_READ_MAX, all: 3 * LIST_POSTS }
const LOOKUP = PRICES.user + PRICES.post
const MAX_MICROS = {
  /** The lookup with a pin, and the newest originals. */
  account: LOOKUP + VERDICT_POSTS * PRICES.post,
  /** The first search for them. */
  search: SEARCH_MIN * PRICES.post,
  /** Older originals, where the newest were made within a day. */
  older: VERDICT_POSTS * PRICES.post,
  own: LOOKUP + LISTED.own * PRICES.post,
  all: LOOKUP + LISTED.all * PRICES.post,
} as const

/** What an account check must be able to spend; beyond that, steps are left out. */
export const FULL_CHECK_MICROS =
  MAX_MICROS.account + MAX_MICROS.search + Math.max(MAX_MICROS.own, MAX_MICROS.all)

export function createAccounts(
  offer: XOffer,
  tools: XTools & { notFound: Pick<NotFoundCount, 'add'> },
  posts: ReturnType<typeof createPosts>,
  cached: AnswerCache,
) {
  const { endpoints, budget, now } = tools
  const partsFor = (pay: Pay, caller: Caller) => ({
    ...tools,
    calls: tools.callsFor(pay, caller),
    judgesBan: offer.judged.includes('search_ban'),
    signal: caller.signal,
  })

  /** With X's new parameter names, only the list says which post is quoted. */
  function originalsOf({ id, originals }: Account, list: PostList | null, name: string): PostQuery[] {
    if (id === null) return []
    const listed = new Map(list?.posts.map((post) => [post.id, post.quoted]))
    const listing = { ids: new Set(originals.map((post) => post.id)), isOriginals: true }
    const author = { name, userId: id }
    return originals.map((post) => {
      const quoted = post.quoted === undefined ? listed.get(post.id) : post.quoted
      return { ...post, author, listing, quoted }
    })
  }
  /** They lie in one window, but a pinned older one, and reposts, which are somebody else's. */
  function listedOf({ id: userId }: Account, list: PostList | null, name: string): PostQuery[] {
    if (!list || userId === null) return []
    const together = list.posts.filter(({ own, isOutsideWindow }) => own && !isOutsideWindow)
    const listing = { ids: new Set(together.map((post) => post.id)), isOriginals: false }
    const isSearched = searchesPosts(offer)
    return list.posts.map(({ id, own, isOutsideWindow, facts, quoted }) => ({
      id,
      facts,
      quoted,
      ...(own && { author: { name, userId }, listing: isOutsideWindow ? null : listing }),
      unsearched: isSearched ? (own ? undefined : 'repost') : 'not_offered',
    }))
  }
  /** Of posts that are in both, the original is taken: the list rests on the findings of the verdict. */
  function queriesFor(account: Account, list: PostList | null, name: string): PostQuery[] {
    const all = [...originalsOf(account, list, name), ...listedOf(account, list, name)]
    return [...new Map(all.toReversed().map((post) => [post.id, post])).values()]
  }

  return async (request: CheckRequest, caller: Caller): Promise<AccountCheck> => {
    const { screen_name: name } = request
    if (offer.bearerToken === '') throw new ApiError('no_credentials')
    if (!offer.accountsPermitted) throw new ApiError('not_permitted')
    const key = name.toLowerCase()
    const listed = listedFor(request)
    const keep = (value: Account) => ({ value, ttlMs: ttlFor(value) - (now() - value.time) })

    let account = await cached.get(`account:${key}`, Account, caller, async (caller) => {
      const read = (pay: Pay) => readAccount(name, listed !== null, partsFor(pay, caller))
      const more = MAX_MICROS.search + (listed ? MAX_MICROS[listed] : 0)
      const account = await budget(caller, MAX_MICROS.account, read, more)
      if (account.flags.not_found) await tools.notFound.add(caller.clientKey)
      return keep(account)
    })
    const list =
      listed && isListable(account)
        ? await cached
            .get(`list:${listed}:${key}`, PostList, caller, async (caller) => {
              const read = (pay: Pay) => {
                const { calls, signal } = partsFor(pay, caller)
                const pinOf = async () => (await lookUp(name, true, calls)).pin
                return readList(account, listed === 'all', { calls, now, signal, pinOf })
              }
              const value = await budget(caller, MAX_MICROS[listed], read)
              return { value, ttlMs: value.evidence.reason === null ? CACHE_TTL_MS : CACHE_GAP_TTL_MS }
            })
            .catch((error: unknown) => {
              // Others have spent the rest of the budget: the account is judged all the same.
              if (error instanceof ApiError) return noList(reasonOfFailure(error, TIMELINE_REASONS), now())
              throw error
            })
        : null
    let findings = await posts.find(queriesFor(account, list, name), caller)

    /** Why the last step that the verdict needed did not succeed. */
    let failure: UnjudgedReason | null = null
    async function extend(
      micros: number,
      reasons: Parameters<typeof reasonOfFailure<UnjudgedReason>>[1],
      read: (pay: Pay) => Promise<Account>,
    ): Promise<void> {
      failure = null
      const before = new Set(account.originals.map(({ id }) => id))
      account = await budget(caller, micros, read).catch((error: unknown) => {
        caller.signal.throwIfAborted()
        if (!(error instanceof ApiError) && !isOfX(error)) throw error
        failure = reasonOfFailure(error, reasons)
        return account
      })
      await cached.set(`account:${key}`, keep(account))
      // Posts of the list that search did not judge are asked for again: X has told more of them now.
      const more = originalsOf(account, list, name).filter(({ id, hit }) => {
        const found = findings.get(id)?.found
        return hit === undefined ? !before.has(id) && typeof found !== 'boolean' : !found
      })
      if (more.length === 0) return
      findings = new Map([...findings, ...(await posts.find(more, caller, Infinity, true))])
    }
    const verdict = () =>
      searchVerdict(account.originals, findings, { ...account, isSpanSearched: true, confirmed: Infinity })
    for (const size of READ_ON_SIZES) {
      if (account.reason !== null || verdict().ban !== null) break
      if (!isReadOnDue(account, size)) continue
      await extend(size * PRICES.post, TIMELINE_REASONS, (pay) =>
        readOn(account, size, partsFor(pay, caller)),
      )
      if (failure !== null) break
    }
    account = withListed(account, list, findings)
    if (verdict().reason === 'too_close' && !account.isExtended) {
      await extend(MAX_MICROS.older, TIMELINE_REASONS, (pay) => readOlder(account, partsFor(pay, caller)))
    }
    if (verdict().ban && !account.isSpanSearched) {
      await extend(MAX_MICROS.search, SEARCH_REASONS, (pay) =>
        searchWholeSpan(account, name, partsFor(pay, caller)),
      )
    }
    const isConfirmed = () =>
      searchVerdict(account.originals, findings, { ...account, isSpanSearched: true }).ban !== null
    const missed = account.originals.filter(({ id }) => findings.get(id)?.found === false)
    const hasChanged =
      missed.length >= VERDICT_POSTS && !missed.some(({ id }) => findings.get(id)?.state === 'shown')
    const isAccused = verdict().ban && account.isSpanSearched && !isConfirmed()
    if (isAccused || (hasChanged && account.confirmed === null)) {
      await extend(LOOKUP, ACCOUNT_REASONS, (pay) => confirmAccount(account, name, partsFor(pay, caller)))
    }
    const limit = endpoints.search.cooldown()
    const reset = limit?.reason === 'limited' ? limit.until : undefined
    return answerOf(account, findings, name, list, { searchReset: reset, failure })
  }
}

const listedFor = ({ searchban, repost }: Pick<CheckRequest, 'searchban' | 'repost'>) =>
  !searchban ? null : repost ? 'all' : 'own'

const isOfX = (error: unknown) =>
  [RateLimited, OperatorRefused, UpstreamDown].some((kind) => error instanceof kind)

/** One hit in the span clears an account: a post of the list that search has found counts if no original of the verdict was found. */
function withListed(
  account: Account,
  list: PostList | null,
  findings: ReadonlyMap<string, Finding>,
): Account {
  const { span, originals } = account
  if (!list || !span || originals.some(({ id }) => findings.get(id)?.found)) return account
  const known = new Set(originals.map(({ id }) => id))
  const hits = list.posts.flatMap(({ id, own, facts, quoted }): Original[] => {
    const made = madeAt(id) ?? Number.NaN
    const isDue = own && !known.has(id) && made >= span.from && made <= span.to
    return isDue && findings.get(id)?.found && facts?.isComplete && !facts.unfit
      ? [{ id, facts, quoted }]
      : []
  })
  return { ...account, originals: [...originals, ...hits] }
}

const isListable = ({ id, flags }: Account) => id !== null && !flags.protect && !flags.no_tweet

function ttlFor({ id, reason, isWhole, originals }: Account): number {
  if (id === null && reason === 'account_limited') return 0
  const isGap = reason !== null && !LASTING.has(reason)
  return isGap || (originals.length === 0 && !isWhole) ? CACHE_GAP_TTL_MS : CACHE_TTL_MS
}
const LASTING: ReadonlySet<string> = new Set(['account', 'account_failed', 'not_offered'])
