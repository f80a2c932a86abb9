import * as v from 'valibot'
import type { Reply } from './fetchBounded.ts'
import type { OperatorFault } from './cooldown.ts'

const Problem = v.object({ type: v.fallback(v.string(), ''), reason: v.fallback(v.string(), '') })
const Body = v.object({
  ...Problem.entries,
  data: v.optional(v.unknown()),
  errors: v.fallback(v.array(Problem), []),
})

/** Ends of X's problem types that are about the app, not about what it asked for. */
const ACCESS_TYPES = ['/client-forbidden', '/unsupported-authentication', '/oauth1-permissions']
const CAPPED_TYPE = '/usage-capped'
const ACCESS_REASONS = new Set(['client-not-enrolled', 'official-client-forbidden'])

/** Why an answer refuses this server's operator: its token, its credits or its access. Null for every other answer. */
export function operatorFaultOf({ status, json }: Reply): OperatorFault | null {
  if (status === 401) return 'token'
  if (status === 402) return 'credits'
  const body = v.safeParse(Body, json)
  if (!body.success || (status === 200 && body.output.data !== undefined)) return null
  const problems = [body.output, ...body.output.errors]
  if (problems.some(({ type }) => type.endsWith(CAPPED_TYPE))) return 'credits'
  const access = problems.some(
    ({ type, reason }) => ACCESS_TYPES.some((end) => type.endsWith(end)) || ACCESS_REASONS.has(reason),
  )
  return access ? 'access' : null
}

/** Each fault as a sentence for logs and health reports. */
export const OPERATOR_FAULTS = {
  token: 'X refuses the token: X_BEARER_TOKEN is wrong, revoked or expired.',
  credits: "X says that credits are used up, or that the plan's cap is reached.",
  access: 'X says that this app may not use what account checks need.',
} as const satisfies Record<OperatorFault, string>
