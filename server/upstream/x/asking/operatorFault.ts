import * as v from 'valibot'
import type { Reply } from './Reply.ts'
import type { OperatorFault } from './xErrors.ts'

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

/** Why an answer of the public oEmbed refuses this server. It asks for no token, so 401 says nothing. */
export function oembedFaultOf(reply: Reply): OperatorFault | null {
  return reply.status === 401 ? null : operatorFaultOf(reply)
}
