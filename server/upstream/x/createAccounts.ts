import type { CheckRequest } from '../../../contract/wire.ts'
import { Refusal } from '../../http/errors.ts'
import type { Caller } from '../Upstream.ts'
import type { AnswerCache } from '../sharing.ts'
import type { Pay } from './budget.ts'
import { SEARCH_LEAST } from './client/endpoints.ts'
import type { XOffer } from './health.ts'
import { Account, lookUpPin, readAccount } from './verdict/account.ts'
import { lookForPosts, lookPartsFor } from './verdict/lookForPosts.ts'
import type { XTools } from './verdict/lookForPosts.ts'
import { WORST_MICROS } from './verdict/postSearch.ts'
import { PostList, readList } from './verdict/readList.ts'
import type { FoundAccount } from './verdict/readList.ts'
import { readSearchBan } from './verdict/searchBan.ts'
import type { SearchBanParts } from './verdict/searchBan.ts'
import type { Looked } from './verdict/windows.ts'

type Accounts = {
  check: (request: CheckRequest, caller: Caller) => Promise<FoundAccount>
  /** Keeps what the list of posts changed about an account. */
  amend: (request: CheckRequest, account: Account, check: Account['check']) => Promise<void>
  /** What is kept of all that a check asks for; null when a part is missing. */
  kept: (request: CheckRequest) => Promise<FoundAccount | null>
}

/** How long an answer that was paid for is kept, and one in which something failed: just long enough for a crowd. */
const KEEP_MS = 15 * 60_000
const KEEP_GAP_MS = 60_000

/** Accounts through the official API: within the budget, and with one set of calls for all who ask for the same account. */
export function createAccounts(offer: XOffer, tools: XTools, cached: AnswerCache): Accounts {
  const { endpoints, names, budget, callsFor, now } = tools

  function banPartsFor(pay: Pay, caller: Caller): SearchBanParts {
    return {
      calls: callsFor(pay, caller),
      afford: (worstMicros, work) =>
        budget(caller, worstMicros, (pay) => work(callsFor(pay, caller))).catch((error: unknown) => {
          if (error instanceof Refusal) return null
          throw error
        }),
      async lookFor(windows, query, pursues, calls) {
        const looked: Looked = { findings: new Map(), others: new Map() }
        const topic = {
          endpoint: 'search',
          query,
          most: SEARCH_LEAST,
          paysReferences: false,
          pursues,
        } as const
        await lookForPosts(windows, lookPartsFor(tools, calls, topic, caller), looked)
        return looked
      },
      endpoints,
      judgesBan: offer.judged.includes('search_ban'),
      now,
      signal: caller.signal,
    }
  }

  return {
    async check(request, caller) {
      const { screen_name: name } = request
      if (offer.bearerToken === '') throw new Refusal('no_credentials')
      if (!offer.accountsPermitted) throw new Refusal('not_permitted')
      const key = name.toLowerCase()
      const listed = listedFor(request)
      const more = listed ? WORST_MICROS[listed] : 0

      const account = await cached(`account:${key}`, Account, caller, async (caller) => {
        const read = (pay: Pay) => {
          const parts = banPartsFor(pay, caller)
          return readAccount(name, listed !== null, { calls: parts.calls, names, now }, (id, flags) =>
            readSearchBan(name, id, flags, parts),
          )
        }
        const value = await budget(caller, WORST_MICROS.verdict, read, more)
        const limited = value.id === null && value.check.api_status.userSearchGroup.rate_limit
        return { value, keepMs: value.whole ? KEEP_MS : limited ? 0 : KEEP_GAP_MS }
      })
      if (!listed || !isListable(account)) return { account, list: null }
      const list = await cached(`list:${listed}:${key}`, PostList, caller, async (caller) => {
        const read = (pay: Pay) => {
          const calls = callsFor(pay, caller)
          const parts = { calls, names, now, signal: caller.signal }
          return readList(account, listed === 'all', { ...parts, pinOf: () => lookUpPin(name, parts) })
        }
        const value = await budget(caller, WORST_MICROS[listed], read)
        return { value, keepMs: value.evidence.reason === null ? KEEP_MS : KEEP_GAP_MS }
      })
      return { account, list }
    },
    async amend({ screen_name: name }, account, { search_ban, evidence }) {
      if (!evidence || account.check.search_ban === search_ban) return
      const { tweets: _, ...known } = evidence
      const value: Account = {
        ...account,
        check: { ...account.check, search_ban, evidence: known },
        missed: [],
      }
      await cached.keep(`account:${name.toLowerCase()}`, { value, keepMs: KEEP_MS })
    },
    async kept(request) {
      const key = request.screen_name.toLowerCase()
      const listed = listedFor(request)
      const account = await cached.kept(`account:${key}`, Account)
      if (!account || !listed || !isListable(account)) return account && { account, list: null }
      const list = await cached.kept(`list:${listed}:${key}`, PostList)
      return list && { account, list }
    },
  }
}

const listedFor = ({ searchban, repost }: Pick<CheckRequest, 'searchban' | 'repost'>) =>
  !searchban ? null : repost ? 'all' : 'own'

/** Whether the account has a list of posts that X shows. */
const isListable = ({ id, check }: Account) => id !== null && !check.protect && !check.no_tweet
