import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readOfferedWatches, watchedChecks } from '../../../src/account/checkWatched.ts'
import { storeCheck, readWholeLog } from '../../../src/storage/stores.ts'
import { runDueWatches } from '../../../src/watch/runWatches.ts'
import { addWatch, readAllWatches } from '../../../src/watch/watchStore.ts'
import {
  TIMELINE,
  USER,
  closeWorlds,
  posts,
  recentPosts,
  search,
  user,
  worldOf,
} from '../../server/upstream/xWorld.ts'
import { emptyDevice, named, storedCheck } from '../log/deviceLog.ts'
import { serveInProcess } from '../serveInProcess.ts'

closeWorlds()
beforeEach(emptyDevice)
afterEach(() => void vi.unstubAllGlobals())

const DAY_MS = 86_400_000
const { signal } = new AbortController()
const { bans } = storedCheck()

it('a watch reports nothing if the server’s budget is spent, stores no check, and waits for the next day', async () => {
  const { check, x, stub } = await worldOf(
    { [USER]: user(), [TIMELINE]: posts(...recentPosts(5)), '/2/tweets': search(posts()) },
    { budgetUsd: 0.16 },
  )
  await check()
  await expect(check({ screen_name: 'another' })).rejects.toMatchObject({ code: 'budget_spent' })

  const platformFetch = fetch
  const called = serveInProcess({ upstream: x })
  const fetchOfPage = fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    (String(input).startsWith(stub.base) ? platformFetch : fetchOfPage)(input, init),
  )
  const found = storedCheck({ ...named('another'), at: Date.now(), bans: { ...bans, search_ban: true } })
  await storeCheck(found)
  await addWatch(found, 30, Date.now(), 0)
  const tomorrow = Date.now() + DAY_MS + 1000
  const run = async (now: number) => await runDueWatches(watchedChecks, readOfferedWatches, signal, () => now)
  const asked = () => called.filter((path) => path.endsWith('/check-by-user')).length

  expect(await run(tomorrow)).toEqual([])
  expect(asked()).toBe(1)
  expect((await readWholeLog())?.checks).toHaveLength(1)
  expect(await readAllWatches()).toMatchObject([
    { notFound: null, confirmedAt: null, dueAt: tomorrow + DAY_MS },
  ])
  await run(tomorrow + 1)
  expect(asked()).toBe(1)
  await run(tomorrow + DAY_MS)
  expect(asked()).toBe(2)
})
