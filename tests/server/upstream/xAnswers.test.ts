import { Registry } from 'prom-client'
import { describe, expect, it } from 'vitest'
import { xMetrics } from '../../../server/metrics.ts'
import type { XOptions } from '../../../server/upstream/x/createX.ts'
import { bodyFor, checkAccount, checkBatch, inProcess, outcome } from '../client.ts'
import { testApp } from '../testApp.ts'
import { json } from './stubX.ts'
import type { Answer } from './stubX.ts'
import { SEARCH, TIMELINE, USER, closeWorlds, posts, recentPosts, user, worldOf } from './xWorld.ts'

closeWorlds()
const VERDICT = { searchban: false, repost: false }

async function callOver(answers: Record<string, Answer>, more: Partial<XOptions> = {}) {
  const { x } = await worldOf(answers, more)
  return inProcess(testApp({ difficulty: 1, upstream: x }))
}

describe('what visitors get while X has no answer for this server', () => {
  it.each([
    ['a refused token', json({}, 401), {}, 'operator_refused'],
    ['a spent budget', user(), { budgetUsd: 0.01 }, 'budget_spent'],
    ['no token', user(), { bearerToken: '' }, 'no_credentials'],
    ['no permission', user(), { accountsPermitted: false }, 'not_permitted'],
  ])('is a word of its own for %s, and posts are checked all the same', async (_name, answer, more, code) => {
    const call = await callOver({ [USER]: answer }, more)
    const refused = await checkAccount(call, bodyFor('someone', VERDICT))
    const waits = code === 'operator_refused' || code === 'budget_spent'
    expect(Number(refused.headers.get('Retry-After')) > 0).toBe(waits)
    expect(await outcome(refused)).toEqual({ status: 503, code })
    const batch = await checkBatch(call, ['https://x.com/a/status/1'])
    expect(await batch.json()).toMatchObject({ results: [{ status: 'UNSEARCHED' }] })
  })
})

it('the metrics count calls and dollars by endpoint, and show what X refuses', async () => {
  const registry = new Registry()
  const { check } = await worldOf(
    { [USER]: user(), [TIMELINE]: posts(...recentPosts(5)), [SEARCH]: json({}, 402) },
    { monitor: xMetrics(registry) },
  )
  await check()
  const lines = (await registry.metrics()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'shadowban_x_calls_total{endpoint="user",outcome="answered"} 1',
      'shadowban_x_calls_total{endpoint="search",outcome="operator"} 1',
      'shadowban_x_dollars_total{endpoint="user"} 0.01',
      'shadowban_x_dollars_total{endpoint="timeline"} 0.025',
      'shadowban_x_dollars_total{endpoint="search"} 0',
      'shadowban_x_refused{endpoint="search",fault="credits"} 1',
    ]),
  )
})
