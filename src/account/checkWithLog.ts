import { rejectAfter } from '../../contract/async.ts'
import type { CheckRunContext } from '../check/deadlines.ts'
import { whenIdle } from '../lib/loadChunk.ts'
import { readLastCheckByUpstream } from '../storage/stores.ts'
import { checkAccount } from './checkAccount.ts'
import type { AccountQuery, AccountResult } from './checkAccount.ts'

/** Longest wait for the log after the answer, in milliseconds: it was read while the check ran, so only a stuck database takes longer. */
const LOG_WAIT_MS = 3_000

/**
 * Runs a check, and reads meanwhile which checks of the account the device has: so what changed is drawn together with the answer. Throws
 * what `checkAccount` throws. If the log cannot be read, nothing is compared.
 */
export async function checkWithLog(query: AccountQuery, run: CheckRunContext): Promise<AccountResult> {
  // Once the page is idle, because opening the log would delay the first call.
  const reading = new Promise<void>((resolve) => whenIdle(resolve, undefined, 0)).then(() =>
    readLastCheckByUpstream(query.screenName),
  )
  const answer = await checkAccount(query, run)
  const before = await rejectAfter(reading, LOG_WAIT_MS, 'The log was not read').catch(() => [])
  return { ...answer, before }
}
