import * as v from 'valibot'
import { expect, it } from 'vitest'
import { METHOD_NAME, METHOD_VERSION } from '../../../contract/evidence.ts'
import { AccountCheck, PostResult } from '../../../contract/wire.ts'
import { accountMethod, methodLine, postsMethod } from '../../../src/results/method.ts'
import { methodVersions } from '../../../src/text/method.ts'

const ASKED = 1_790_000_000_000
const post = (version: number | undefined, time: number) =>
  v.parse(PostResult, {
    url: 'https://x.com/a/status/1',
    status: 'AVAILABLE',
    evidence: { found: true, version, time },
  })

it('names the method of an account with its version and when X was asked', () => {
  const item = { method: null, reason: null }
  const items = { search_suggestion_ban: item, search_ban: item, ghost_ban: item, reply_deboosting: item }
  const check = (evidence: object) =>
    v.parse(v.pick(AccountCheck, ['evidence']), { evidence: { time: ASKED, items, ...evidence } })
  expect(accountMethod(check({ version: 2 }))).toEqual({ name: METHOD_NAME, version: 2, asked: ASKED })
  expect(accountMethod(check({}))).toBeNull()
  expect(accountMethod({})).toBeNull()
})

it('names of posts the oldest version and the first time, also where rows were checked again', () => {
  const posts = [post(2, ASKED + 5), post(1, ASKED), post(undefined, ASKED - 5)]
  expect(postsMethod(posts)).toEqual({ name: METHOD_NAME, version: 1, asked: ASKED })
  expect(postsMethod([post(undefined, ASKED)])).toBeNull()
  expect(postsMethod([])).toBeNull()
})

it('says it in a line, and lists what every version changed', () => {
  expect(methodLine({ name: METHOD_NAME, version: 2, asked: ASKED })).toMatch(
    /^判定方法：第2版（2026年.+にXへ問い合わせ）$/,
  )
  expect(methodLine({ name: METHOD_NAME, version: 2, asked: ASKED }, ASKED + 1)).toBe('判定方法：第2版')
  expect(methodLine({ name: METHOD_NAME, version: 2, asked: ASKED }, ASKED + 3_600_000)).toMatch(/にXへ/)
  expect(methodVersions.list.map(({ version }) => version)).toEqual(
    Array.from({ length: METHOD_VERSION }, (_, index) => METHOD_VERSION - index),
  )
})
