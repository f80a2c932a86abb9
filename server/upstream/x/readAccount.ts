import type { Account, Flags } from './accountOf.ts'
import { accountOf, GROUPS, UNKNOWN, unjudged } from './accountOf.ts'
import { readSearchBan } from './readSearchBan.ts'
import { readUser } from './readUser.ts'
import type { User } from './readUser.ts'
import type { AccountParts } from './xCalls.ts'
import { RateLimited } from './xErrors.ts'

/** Checks an account through the official API. Throws when the account cannot be looked up; a failure after that becomes a reason in the evidence. */
export async function readAccount(name: string, withPin: boolean, parts: AccountParts): Promise<Account> {
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
      : await readSearchBan(name, user.id, flags, parts)
  return { ...account, id: user.id, pin }
}

/** Asks for the account, with its pin if wanted. */
export async function lookUp(name: string, withPin: boolean, { calls, names }: AccountParts) {
  const { reply, used } = await calls.user(name, withPin)
  const user = readUser(reply, name)
  const id = user.state === 'here' ? user.pin : null
  const told = used !== 'neither' && names.answered('pin', id !== null)
  return { user, pin: withPin ? { id, told } : null }
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
