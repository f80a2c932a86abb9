import * as v from 'valibot'
import { Refusal } from '../../../http/refusal.ts'
import type { Reply } from '../asking/Reply.ts'
import type { Problem } from './xSchemas.ts'
import { XProblems, XUser } from './xSchemas.ts'

/** What X's user lookup says of an account. Null is what it did not say. */
export type User =
  | {
      state: 'here'
      id: string
      protected: boolean | null
      posts: number | null
      pin: string | null
      /** Countries, as ISO 3166 codes, in which X withholds the account; null where X names none. */
      withheldIn: string[] | null
    }
  /** X's guide says that "not found" means deleted or suspended. */
  | { state: 'suspended' }
  | { state: 'not_found' }
  /** X refuses to tell, and does not say why. */
  | { state: 'withheld' }

const NOT_FOUND_TYPE = '/resource-not-found'
const NOT_FOUND_WORDS = /not found|could not find/i

/** Reads the answer to a lookup by name. Throws a `Refusal` for what says nothing of the account: another server's page, or our own mistake. */
export function readUser({ status, json }: Reply, name: string): User {
  if (status === 200) {
    const read = v.safeParse(XUser, json)
    if (!read.success) throw new Refusal('upstream')
    const { data, includes, errors } = read.output
    if (!data) return absent(errors, name)
    const { id, public_metrics: counts } = data
    return {
      state: 'here',
      id,
      protected: data.protected ?? null,
      posts: counts.tweet_count ?? counts.post_count ?? null,
      withheldIn: data.withheld?.country_codes ?? null,
      pin: data.pinned_tweet_id ?? data.pinned_post_id ?? includes.posts[0]?.id ?? null,
    }
  }
  const read = v.safeParse(XProblems, json)
  if (!read.success || (status !== 403 && status !== 404)) throw new Refusal('upstream')
  const { errors, ...problem } = read.output
  const problems = [problem, ...errors]
  if (status === 404) return absent(problems, name)
  if (problems.some(isSuspension)) return { state: 'suspended' }
  if (problems.some(({ type, title }) => type !== '' || title !== '')) return { state: 'withheld' }
  throw new Refusal('upstream')
}

/** Suspended and not found may share one type and then differ in their words. */
function absent(problems: Problem[], name: string): User {
  if (problems.some(isSuspension)) return { state: 'suspended' }
  if (problems.some((problem) => isNotFound(problem) && names(problem, name))) return { state: 'not_found' }
  throw new Refusal('upstream')
}

const isSuspension = ({ title, detail }: Problem) => /\bsuspended\b/i.test(`${title} ${detail}`)
const isNotFound = ({ type, title, detail }: Problem) =>
  type.endsWith(NOT_FOUND_TYPE) || (type === '' && NOT_FOUND_WORDS.test(`${title} ${detail}`))

/** Whether a problem is about this very user: its value is the name, or its words have it in brackets. */
function names({ value, resource_id, resource_type, detail }: Problem, name: string): boolean {
  const wanted = name.toLowerCase()
  if (resource_type !== '' && resource_type !== 'user') return false
  return (
    [value, resource_id].some((text) => text.toLowerCase() === wanted) ||
    detail.toLowerCase().includes(`[${wanted}]`)
  )
}
