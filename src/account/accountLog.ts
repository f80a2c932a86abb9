import { atom } from 'jotai/vanilla'
import * as v from 'valibot'
import { parsePostUrl } from '../../contract/names.ts'
import { eachBan, groupOf } from '../../contract/outcomes.ts'
import { upstreamAtom } from '../check/upstream.ts'
import { changeSentence } from '../results/changes.ts'
import { accountMethod } from '../results/method.ts'
import type { StoreOutcome } from '../storage/database.ts'
import { StoredCheck, accountKey } from '../storage/records.ts'
import { checkBefore, storeCheck, storePlanProgress } from '../storage/stores.ts'
import { isSameDay } from '../text/japanese.ts'
import { accountFlow } from './accountFlow.ts'
import { isLimited, missingPosts, partlyFound, postCounts, withheldIn } from './accountVerdict.ts'
import type { AccountQuery, AccountResult } from './checkAccount.ts'
import { restorePlanProgressAtom, doneTasksAtom } from './guide/Plan.tsx'

/** If several apply, the first in this order is stored. */
const STATES = ['not_found', 'suspend', 'protect', 'no_tweet'] as const

/** Null where X's rate limit prevented the check. */
export function storedCheckOf(
  result: AccountResult,
  { posts: isAsked, reposts }: Pick<AccountQuery, 'posts' | 'reposts'>,
  at: number,
  sandbox: boolean,
): StoredCheck | null {
  if (isLimited(result)) return null
  return v.parse(StoredCheck, {
    account: accountKey(result.screenName),
    name: result.screenName,
    at,
    sandbox,
    state: stateOf(result),
    asked: { posts: isAsked, reposts: isAsked && reposts },
    bans: eachBan((ban) => result[ban]),
    partly: partlyFound(result),
    withheld: withheldIn(result),
    version: result.evidence?.version ?? null,
    method: accountMethod(result) ?? undefined,
    postsMissing: missingPosts(result, isAsked) !== null,
    posts: postCounts(result),
    judged: (result.tweets ?? []).flatMap((post) => {
      const id = parsePostUrl(post.url)?.id
      return id === undefined ? [] : [[id, groupOf(post)]]
    }),
  })
}

/** `unknown` if X did not say whether the account is there and can be seen: that is never taken for an open account. */
function stateOf(result: AccountResult): StoredCheck['state'] {
  const isUnknown = [result.not_found, result.suspend, result.protect].includes(null)
  return STATES.find((state) => result[state] === true) ?? (isUnknown ? 'unknown' : 'open')
}

type SinceLast = { sentence: string | null; outcome: StoreOutcome }

/** By when the check ended; null while the log is read. A page that is shown again keeps nothing again: the visitor may have deleted it. */
const allAtom = atom<ReadonlyMap<number, SinceLast | null>>(new Map())

export const sinceLastAtom = atom((get) => get(allAtom).get(get(accountFlow.doneAtom)?.endedAt ?? 0) ?? null)

/** Compares a finished check with the one before it, and keeps it. What was ticked off under an earlier one of that day stays ticked. */
export const storeCheckAtom = atom(null, async (get, set) => {
  const done = get(accountFlow.doneAtom)
  const check = done && storedCheckOf(done.answer, done.asked, done.endedAt, get(upstreamAtom) === 'sandbox')
  if (!check || get(allAtom).has(check.at)) return
  const put = (since: SinceLast | null) => set(allAtom, new Map(get(allAtom)).set(check.at, since))
  put(null)
  const before = await checkBefore(check)
  const stored = before && isSameDay(before.at, check.at) ? before.ticks : []
  const outcome = await storeCheck({ ...check, ticks: stored })
  set(restorePlanProgressAtom, check, stored)
  // What was ticked off in the meantime found no check on the device.
  const doneTasks = get(doneTasksAtom)(check)
  // Stryker disable next-line ConditionalExpression: writes once more what is there
  if (doneTasks.join() !== stored.join()) await storePlanProgress(check.name, check.at, doneTasks)
  put({ sentence: before && changeSentence(before, check), outcome })
})
