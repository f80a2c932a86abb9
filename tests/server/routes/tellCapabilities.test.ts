import * as v from 'valibot'
import { expect, it } from 'vitest'
import { Capabilities } from '../../../contract/wire.ts'
import { xCapabilities } from '../../../server/upstream/x/health.ts'
import { testApp } from '../testApp.ts'

const offer = {
  bearerToken: 'token',
  accountsPermitted: true,
  postSearchPermitted: true,
  judged: ['search_ban', 'posts'],
} as const

it('says before a check what the sandbox invents: all four bans, and posts that were searched', async () => {
  const answer = await testApp({ origins: ['https://a.example'] }).request('/api/capabilities', {
    headers: { Origin: 'https://a.example' },
  })
  expect(v.parse(Capabilities, await answer.json())).toEqual({
    bans: ['search_suggestion_ban', 'search_ban', 'ghost_ban', 'reply_deboosting'],
    posts: 'search',
    keptDays: 90,
  })
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=300')
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('https://a.example')
  expect(answer.headers.get('Vary')).toContain('Origin')
})

it.each([
  ['everything that X shows', {}, ['search_ban'], 'search'],
  ['no account and no search without a token', { bearerToken: '' }, [], 'visibility'],
  ['no account unless that is permitted', { accountsPermitted: false }, [], 'search'],
  ['no search unless that is permitted', { postSearchPermitted: false }, ['search_ban'], 'visibility'],
  [
    'no posts where the operator leaves them out',
    { judged: ['search_ban'] as const },
    ['search_ban'],
    'visibility',
  ],
  ['no ban where the operator leaves it out', { judged: ['posts'] as const }, [], 'search'],
])('promises %s', (_name, more, bans, posts) => {
  expect(xCapabilities({ ...offer, ...more })).toEqual({ bans, posts })
})
