import { RateLimited } from '../asking/xErrors.ts'
import type { XCalls } from '../asking/xCalls.ts'
import type { XNames } from '../asking/xNames.ts'
import type { User } from '../reading/readUser.ts'
import { readUser } from '../reading/readUser.ts'
import type { Account, Flags, Pin } from './accountOf.ts'
import { accountOf, GROUPS, UNKNOWN, unjudged } from './accountOf.ts'

type Parts = { calls: XCalls; names: XNames; now: () => number }

/**
 * Looks an account up and judges it by `judge` where there is something to judge. Throws when X does not tell of the account; what fails
 * later becomes a reason in the evidence.
 */
export async function readAccount(
  name: string,
  withPin: boolean,
  parts: Parts,
  judge: (id: string, flags: Flags) => Promise<Account>,
): Promise<Account> {
  const time = parts.now()
  let looked
  try {
    looked = await lookUp(name, withPin, parts)
  } catch (error) {
    if (!(error instanceof RateLimited)) throw error
    const groups = GROUPS.search(error.until)
    return accountOf({ flags: UNKNOWN, search: unjudged('limited', time), time, groups, whole: false })
  }
  const { user, pin } = looked
  const flags = flagsOf(user)
  if (user.state !== 'here') {
    const reason = user.state === 'withheld' ? 'account_failed' : 'account'
    return accountOf({ flags, search: unjudged(reason, time), time })
  }
  const account =
    flags.protect || flags.no_tweet
      ? accountOf({ flags, search: unjudged('account', time), time })
      : await judge(user.id, flags)
  return { ...withCountries(account, user.withheldIn), id: user.id, pin }
}

/** Asks for the account's pinned post alone; told or not. */
export const lookUpPin = async (name: string, parts: Parts): Promise<Pin | null> =>
  (await lookUp(name, true, parts)).pin

async function lookUp(name: string, withPin: boolean, { calls, names }: Parts) {
  const { reply, used } = await calls.user(name, withPin)
  const user = readUser(reply, name)
  const id = user.state === 'here' ? user.pin : null
  const named = used !== 'neither'
  if (named && id !== null) names.noteAnswered('pin')
  const told = named && names.hasAnswered('pin')
  return { user, pin: withPin ? { id, told } : null }
}

function withCountries(account: Account, withheld: string[] | null): Account {
  const { evidence } = account.check
  if (!withheld || !evidence) return account
  return { ...account, check: { ...account.check, evidence: { ...evidence, withheld } } }
}

function flagsOf(user: User): Flags {
  if (user.state === 'withheld') return UNKNOWN
  if (user.state === 'suspended') return { ...UNKNOWN, suspend: true, not_found: false }
  if (user.state === 'not_found') return { ...UNKNOWN, not_found: true }
  return {
    suspend: false,
    not_found: false,
    protect: user.protected,
    no_tweet: user.posts === null ? null : user.posts === 0,
  }
}
