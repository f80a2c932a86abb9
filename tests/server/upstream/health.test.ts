import * as v from 'valibot'
import { beforeEach, describe, expect, it } from 'vitest'
import { Capabilities, SearchHealth } from '../../../contract/wire.ts'
import { createSearchMonitor } from '../../../server/upstream/x/health.ts'
import { testApp } from '../testApp.ts'
import { json, problem } from './stubX.ts'
import {
  SEARCH,
  TIMELINE,
  USER,
  closeWorlds,
  idAt,
  posts,
  recentPosts,
  ref,
  searchWorld,
  user,
  worldOf,
} from './xWorld.ts'

closeWorlds()

const HOUR_MS = 3_600_000
const START = Math.floor(1_790_000_000_000 / HOUR_MS) * HOUR_MS

describe('the monitor of X’s search', () => {
  let now = START
  let cooldown: { reason: 'limited' | 'credits' | 'down'; until: number } | null = null
  beforeEach(() => {
    now = START
    cooldown = null
  })
  const searchMonitor = () =>
    createSearchMonitor(
      () => now,
      () => cooldown,
    )

  it('the monitor of X’s search distinguishes blind, limited until a time, down and healed', () => {
    const here = searchMonitor()
    here.missed()
    expect(here.read().now).toMatchObject({ state: 'missing' })
    cooldown = { reason: 'limited', until: START + 60_000 }
    here.called('limited')
    expect(here.read().now).toEqual({ state: 'limited', time: START, until: START + 60_000 })
    cooldown = { reason: 'credits', until: START + 90_000 }
    expect(here.read().now).toMatchObject({ state: 'paused', until: START + 90_000 })
    cooldown = null
    expect(here.read().now).toMatchObject({ state: 'missing' })
    cooldown = { reason: 'down', until: START + 30_000 }
    expect(here.read().now).toMatchObject({ state: 'paused', until: START + 30_000 })
    cooldown = null
    here.called('answered')
    here.shown()
    expect(here.read().now).toMatchObject({ state: 'found' })
  })

  it('the monitor of X’s search counts 24 hours, oldest first, and drops earlier ones', () => {
    const here = searchMonitor()
    here.shown()
    now += 23 * HOUR_MS
    here.missed()
    cooldown = { reason: 'credits', until: now + 90_000 }
    here.called('down')
    here.called('operator')
    cooldown = null
    const { hours } = here.read()
    expect(hours).toHaveLength(24)
    expect(hours[0]).toEqual({ from: START, ok: 1, blind: 0, limited: 0 })
    expect(hours.at(-1)).toEqual({ from: now, ok: 0, blind: 1, limited: 2 })
    now += HOUR_MS
    here.shown()
    expect(
      here
        .read()
        .hours.map(({ ok }) => ok)
        .reduce((sum, ok) => sum + ok, 0),
    ).toBe(1)
    now += 100 * HOUR_MS
    expect(here.read().hours.every(({ ok, blind, limited }) => ok + blind + limited === 0)).toBe(true)
  })
})

type World = Awaited<ReturnType<typeof worldOf>>

async function healthOf(x: World['x']) {
  const app = testApp({ upstream: x })
  const capabilities = v.parse(Capabilities, await (await app.request('/api/capabilities')).json())
  const health = v.parse(SearchHealth, await (await app.request('/api/search-health')).json())
  expect(health.now).toEqual(capabilities.search ?? null)
  return { state: health.now?.state, until: health.now?.until, hour: health.hours.at(-1) }
}

it('the monitor of X’s search learns only from checks, costs no call, is public with the capabilities, and tells the operator how often a control was shown', async () => {
  const [hidden, other] = [30, 31].map((hours) => ({ id: idAt(hours, 2), hidden: true }))
  const open = { id: idAt(31, 3) }
  const posts = [hidden ?? open, other ?? open, open]
  const { x, sim, judge, asked } = await searchWorld({ author: { posts } })
  expect((await healthOf(x)).state).toBeUndefined()
  await judge([ref(hidden ?? open, 'author')])
  expect((await healthOf(x)).state).toBe('found')
  // What search has shown before is missing, though it is there.
  sim.state.isBlind = true
  await judge([ref(other ?? open, 'author')])
  const calls = asked().length
  expect(await healthOf(x)).toMatchObject({ state: 'missing', hour: { blind: 10, limited: 0 } })
  expect(asked()).toHaveLength(calls)
  sim.state.isBlind = false
  await judge([ref(open, 'author')], 'another')
  expect(await healthOf(x)).toMatchObject({ state: 'found', hour: { blind: 10, limited: 0 } })
  expect(x.healthWarning()).toMatch(/showed a control 2 of 3 times \(X_CANARY/)
})

it.each([
  ['takes no more searches', json({}, 429), 'limited', true],
  ['refuses this server', json({}, 401), 'paused', true],
] as const)('the monitor of X’s search says that X %s', async (_, answer, state, hasUntil) => {
  const { x, check } = await worldOf({
    [USER]: user(),
    [TIMELINE]: posts(...recentPosts(5)),
    [SEARCH]: answer,
  })
  await check({ searchban: true }).catch(() => undefined)
  const health = await healthOf(x)
  expect(health.state).toBe(state)
  expect(health.until !== undefined).toBe(hasUntil)
  expect(health.hour?.limited).toBeGreaterThan(0)
})

// One slow search once made the page say for a quarter of an hour that X's search cannot be used.
it('the monitor of X’s search says nothing after one search that X fails at', async () => {
  const { x, check } = await worldOf({
    [USER]: user(),
    [TIMELINE]: posts(...recentPosts(5)),
    [SEARCH]: json({}, 503),
  })
  await check({ searchban: true }).catch(() => undefined)
  expect(await healthOf(x)).toMatchObject({ state: undefined, hour: { ok: 0, blind: 0, limited: 0 } })
})

it('the operator is told what a refused endpoint really stops, and of no pause that has ended', async () => {
  let now = Date.now()
  const refused = problem(403, 'client-forbidden')
  const { x, check } = await worldOf({ [USER]: user(), [TIMELINE]: refused }, { now: () => now })
  expect(await check()).toMatchObject({ not_found: false, search_ban: null })
  expect(x.healthWarning()).toContain('Account checks tell no search ban and list no posts')
  now += 6 * 60_000
  expect(x.healthWarning()).toContain('The next check tries again.')
  expect(x.healthWarning()).not.toContain('for a few minutes')
})

it('the state of X’s search is not published if nothing is searched', async () => {
  const answer = await testApp().request('/api/search-health')
  expect(await answer.json()).toEqual({ now: null, hours: [] })
  expect(answer.headers.get('Cache-Control')).toBe('public, max-age=30')
})
