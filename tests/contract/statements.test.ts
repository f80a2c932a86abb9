import { expect, it } from 'vitest'
import { BANS, POST_STATUSES } from '../../contract/outcomes.ts'
import { banStatement, postStatement, postStatements } from '../../contract/statements.ts'

const flags = { search_suggestion_ban: true, search_ban: false, ghost_ban: null, reply_deboosting: null }

it('states what was judged of an account, and nothing of what was not', () => {
  expect(BANS.map((ban) => banStatement(flags, ban))).toEqual([
    { item: 'search_suggestion_ban', verdict: 'affected', method: 'unstated' },
    { item: 'search_ban', verdict: 'clear', method: 'unstated' },
    null,
    null,
  ])
})

it('names the method that the evidence names', () => {
  const item = { method: null, reason: null }
  const items = {
    search_suggestion_ban: item,
    search_ban: { method: 'recent_search', reason: null },
    ghost_ban: item,
    reply_deboosting: item,
  } as const
  const check = { ...flags, evidence: { time: 1, items } }
  expect(banStatement(check, 'search_ban')?.method).toBe('recent_search')
  expect(banStatement(check, 'search_suggestion_ban')?.method).toBe('unstated')
})

it('states nothing where search found only some of the posts', () => {
  const item = { method: null, reason: null }
  const others = { search_suggestion_ban: item, ghost_ban: item, reply_deboosting: item }
  const statedWith = (found: number) => {
    const search_ban = { method: 'recent_search', reason: null, looked: 5, found } as const
    return banStatement({ ...flags, evidence: { time: 1, items: { ...others, search_ban } } }, 'search_ban')
  }
  expect(statedWith(4)).toBeNull()
  expect(statedWith(5)?.verdict).toBe('clear')
})

it('states verdicts on posts that search did not find alone: no other can be looked for by hand', () => {
  const stated = POST_STATUSES.flatMap((status) => postStatement({ status, evidence: undefined }) ?? [])
  expect(stated.map(({ item, verdict }) => [item, verdict])).toEqual([['post:excluded', 'affected']])
  expect(postStatement({ status: undefined, evidence: undefined })).toBeNull()
})

it('names no method for a post that search was not asked about', () => {
  const methodWith = (found: boolean | null) =>
    postStatement({ status: 'FORBIDDEN', evidence: { visible: true, found, reason: null } })?.method
  expect([false, null].map(methodWith)).toEqual(['post_search', 'unstated'])
})

it('states a kind of post once', () => {
  const evidence = { visible: true, found: false, reason: null }
  const posts = ['AVAILABLE', 'FORBIDDEN', 'FORBIDDEN'].map((status) => ({ status, evidence }))
  expect(postStatements(posts)).toEqual([
    { item: 'post:excluded', verdict: 'affected', method: 'post_search' },
  ])
})
