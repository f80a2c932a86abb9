import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { readSpent } from '../../../server/store/Store.ts'
import type { Store } from '../../../server/store/Store.ts'
import { openBackend } from '../../../server/store/openBackend.ts'
import { VERDICT, bodyFor, callerWith } from '../client.ts'
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
it('the price that X charged is booked even if another process holds the store for half a second while X answers', async () => {
  const dataDir = join(folder, 'locked')
  mkdirSync(dataDir)
  const { store } = await open('', dataDir)
  const other = new DatabaseSync(join(dataDir, 'checker.db'))
  let isLocked = false
  const { check, cost } = await worldOn(store, 5, () => {
    if (isLocked) return
    isLocked = true
    other.exec('BEGIN IMMEDIATE')
    setTimeout(() => other.exec('ROLLBACK'), 500)
  })
  expect(await check(1)).toBe('answered')
  expect(isLocked).toBe(true)
  expect(cost()).toBeGreaterThan(0)
  await expect.poll(() => readSpent(store, today())).toBe(cost())
  other.close()
  await store.close()
})

it('a reservation that came too late for its check books nothing', async () => {
  const dataDir = join(folder, 'late')
  mkdirSync(dataDir)
  const { store } = await open('', dataDir)
  const other = new DatabaseSync(join(dataDir, 'checker.db'))
  const { check, cost } = await worldOn(store, 5)
  other.exec('BEGIN IMMEDIATE')
  expect(await check(1)).toBe('store_unavailable')
  other.exec('ROLLBACK')
  other.close()
  expect(await check(2)).toBe('answered')
  await expect.poll(() => readSpent(store, today())).toBe(cost())
  await store.close()
})
