import { fetchBounded } from './fetchBounded.ts'
import { API_FAULTS } from './faultSentence.ts'
import { operatorFaultOf } from './operatorFault.ts'

/** A name that nobody can have: X must look at the token before it refuses the name, and failed calls are free. */
const NOBODY = '-'
const TIMEOUT_MS = 5000
const BYTES_MAX = 64 * 1024

/** What came of trying a token: whether all is well, and a sentence for the log. */
export type TokenTrial = { isTaken: boolean; said: string }

/** Tries a token once, at no cost, so that an operator learns of a wrong one when the server starts and not from a visitor. */
export async function tryToken(apiBase: string, bearerToken: string): Promise<TokenTrial> {
  const url = new URL(`/2/users/by/username/${NOBODY}`, apiBase)
  const headers = { Authorization: `Bearer ${bearerToken}` }
  const reply = await fetchBounded(url, headers, BYTES_MAX, AbortSignal.timeout(TIMEOUT_MS)).catch(() => null)
  if (!reply) return untaken('X did not answer, so whether it takes the token is not known.')
  const fault = operatorFaultOf(reply)
  if (fault) return untaken(API_FAULTS[fault])
  const isAnswer = reply.json !== undefined && [200, 400, 404].includes(reply.status)
  if (!isAnswer) return untaken(`X answered ${reply.status}, so whether it takes the token is not known.`)
  return { isTaken: true, said: 'X_BEARER_TOKEN was tried: X takes it.' }
}

const untaken = (why: string): TokenTrial => ({ isTaken: false, said: `X_BEARER_TOKEN was tried: ${why}` })
