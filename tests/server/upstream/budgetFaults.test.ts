import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, vi } from 'vitest'
import type { Store } from '../../../server/store/Store.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { waitFor } from '../../waitFor.ts'
import { VERDICT, bodyFor, callerWith } from '../client.ts'
import { startRedis } from '../redisServer.ts'
import { scratchFolder } from '../scratch.ts'
import { simulatedX } from './simulatedX.ts'
import { closeWorlds, costly, today, worldOf } from './xWorld.ts'

closeWorlds()
const folder = scratchFolder()
const names = Array.from({ length: 40 }, (_, index) => `user${index}`)
const open = (storeUrl: string, dataDir: string) => openBackend({ storeUrl, dataDir }, () => undefined)

async function worldOn(store: Store, budgetUsd: number, onAnswer: () => void = () => undefined) {
  const x = simulatedX(Object.fromEntries(names.map((name, low) => [name, costly(low)])), 'before')
  const answer: typeof x.answer = (...asked) => (onAnswer(), x.answer(...asked))
  const world = await worldOf({ '/2/': answer }, { store, budgetUsd })
  const check = (index: number, more = {}) =>
    world.x
      .checkAccount(
        bodyFor(names[index] ?? '', { ...VERDICT, ...more }),
        callerWith(undefined, `192.0.2.${index}`),
      )
      .then(
        () => 'answered',
        ({ code }: { code: string }) => code,
      )
  return { check, cost: () => x.cost().returned }
}

// $0.90 were once booked where X had been paid $0.60.
it('books what X was paid, also where claims.db was locked when the rest should have been given back', async () => {
  const dataDir = join(folder, 'locked')
  mkdirSync(dataDir)
  const { store } = await open('', dataDir)
  const other = new DatabaseSync(join(dataDir, 'claims.db'))
  let isLocked = false
  const { check, cost } = await worldOn(store, 5, () => {
    if (!isLocked) other.exec('BEGIN IMMEDIATE')
    isLocked = true
  })
  expect(await check(1)).toBe('answered')
  other.exec('ROLLBACK')
  await expect.poll(() => store.spentOn(today())).toBe(cost())
  other.close()
  await store.close()
})

it('books nothing for a reservation that came too late for its check', async () => {
  const dataDir = join(folder, 'late')
  mkdirSync(dataDir)
  const { store } = await open('', dataDir)
  const other = new DatabaseSync(join(dataDir, 'claims.db'))
  const { check, cost } = await worldOn(store, 5)
  other.exec('BEGIN IMMEDIATE')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const refused = check(1)
  await waitFor(() => expect(vi.getTimerCount()).toBeGreaterThan(0))
  vi.advanceTimersByTime(2000)
  expect(await refused).toBe('store_unavailable')
  vi.useRealTimers()
  other.exec('ROLLBACK')
  other.close()
  expect(await check(2)).toBe('answered')
  await expect.poll(() => store.spentOn(today())).toBe(cost())
  await store.close()
})

it("never gives a day's dollars again when a Redis without append-only file restarts beside a running server", async () => {
  const redis = await startRedis()
  const first = await open(redis.url, '')
  const before = await worldOn(first.store, 1)
  for (let index = 0; index < 20; index++) await before.check(index)
  const spent = before.cost()
  expect(spent).toBeGreaterThan(800_000)

  await redis.kill()
  await redis.start()
  await expect
    .poll(() =>
      first.store.health().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  expect(await before.check(30)).toBe('budget_spent')
  expect(before.cost()).toBe(spent)

  await first.store.close()
  await redis.kill()
})
