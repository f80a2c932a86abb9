import { expect, it } from 'vitest'
import type { Capabilities, SearchNow } from '../../../contract/wire.ts'
import { formatClock } from '../../../src/text/japanese.ts'
import { weatherLines } from '../../../src/text/weather.ts'

const TIME = 1_790_000_000_000
const lines = (search: SearchNow | null | undefined, more: Partial<Capabilities> = {}) =>
  weatherLines({ bans: ['search_ban'], posts: 'search', search, ...more })
const NONE = { account: null, posts: null }

it('says nothing while search works, where nobody asked lately, or of a server that does not count', () => {
  expect(lines({ state: 'found', time: TIME })).toEqual(NONE)
  expect(lines(null)).toEqual(NONE)
  expect(lines(undefined)).toEqual(NONE)
})

it('says that search is blind with the time, and what works meanwhile', () => {
  const { account, posts } = lines({ state: 'missing', time: TIME })
  expect(account).toBe(
    `いまXの検索が安定しないため、Search Banは判定できないことがあります（${formatClock(TIME)}現在）。自分で確かめる手順は使えます。`,
  )
  expect(posts).toContain('ポストが表示されるかは確かめられます。')
})

it('says until when search is limited or paused, where that is known', () => {
  const until = TIME + 600_000
  const clock = `${formatClock(until)}ごろまで`
  expect(lines({ state: 'limited', time: TIME, until }).account).toContain(
    `${clock}Search Banは判定できません`,
  )
  expect(lines({ state: 'paused', time: TIME, until }).posts).toContain(
    `検索に出るかは、${clock}確かめられません`,
  )
  expect(lines({ state: 'paused', time: TIME }).posts).toContain('検索に出るかは、いまは確かめられません')
})

it('says nothing of search where the server does not use it', () => {
  const missing = { state: 'missing', time: TIME } as const
  expect(lines(missing, { bans: [], posts: 'visibility' })).toEqual(NONE)
  expect(lines(missing, { posts: 'none' })).toMatchObject({ account: expect.any(String), posts: null })
})
