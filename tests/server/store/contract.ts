import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../../server/store/Store.ts'

const MINUTE = 60_000

/** What every store must do; each adapter's test hands in a way to open two connections to one fresh store, and one to damage what it keeps under a history's id. */
export function describeStore(
  name: string,
  open: () => Promise<Store>,
  damage: (id: string) => Promise<void>,
): void {
  describe(`the ${name} store`, () => {
    let store: Store
    let other: Store
    beforeAll(async () => {
      store = await open()
      other = await open()
    })
    afterAll(() => Promise.all([store.close(), other.close()]))

    it('lets one of many claims win, over all connections', async () => {
      const id = randomUUID()
      const claims = Array.from({ length: 200 }, (_, index) => (index % 2 ? store : other).claim(id, MINUTE))
      expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1)
    })

    it('gives a claim free when it is released or its time is over', async () => {
      const id = randomUUID()
      expect(await store.claim(id, MINUTE)).toBe(true)
      await other.release(id)
      expect(await store.claim(id, 30)).toBe(true)
      expect(await other.claim(id, 30)).toBe(false)
      await delay(60)
      expect(await other.claim(id, MINUTE)).toBe(true)
      expect(await store.claim(id, MINUTE)).toBe(false)
    })

    it('keeps histories as they were, for every connection, until their time is over', async () => {
      const history = {
        results: [{ url: "'; DROP TABLE history; --", status: 'AVAILABLE', isPinned: undefined }],
        timestamp: 1,
      }
      const [id, short] = [randomUUID(), randomUUID()]
      await store.saveHistory(id, history, MINUTE)
      await store.saveHistory(short, history, 20)
      await delay(40)
      expect(await other.readHistory(id)).toEqual(history)
      expect(await other.readHistory(short)).toBeNull()
      expect(await other.readHistory("' OR '1'='1")).toBeNull()
    })

    it('reads a history that was damaged as none', async () => {
      const id = randomUUID()
      await store.saveHistory(id, { results: [], timestamp: 1 }, MINUTE)
      await damage(id)
      expect(await store.readHistory(id)).toBeNull()
    })

    it('takes any text as text, whatever a query would make of it', async () => {
      const spice = fc.constantFrom(
        "'",
        '"',
        ';',
        '--',
        '\\',
        '%',
        '\0',
        '*',
        '\r\n',
        ' ',
        'history',
        'OR 1=1',
      )
      const text = fc
        .array(fc.oneof(spice, fc.string({ unit: 'binary' })), { maxLength: 6 })
        .map((parts) => parts.join(''))
      const known = randomUUID()
      await store.writeCache(known, 'known', MINUTE)
      await fc.assert(
        fc.asyncProperty(text, text, async (salt, value) => {
          const key = `${randomUUID()}${salt}`
          expect(await store.readCache(key)).toBeNull()
          expect(await store.claim(key, MINUTE)).toBe(true)
          expect(await other.claim(key, MINUTE)).toBe(false)
          await store.writeCache(key, JSON.stringify(value), MINUTE)
          expect(JSON.parse((await other.readCache(key)) ?? '')).toEqual(value)
        }),
        { numRuns: 60 },
      )
      expect(await store.readCache(known)).toBe('known')
    })

    it('shares what is cached until its time is over', async () => {
      const key = randomUUID()
      expect(await store.readCache(key)).toBeNull()
      await store.writeCache(key, 'first', MINUTE)
      await store.writeCache(key, 'second', 40)
      expect(await other.readCache(key)).toBe('second')
      await delay(60)
      expect(await other.readCache(key)).toBeNull()
    })

    it('never lets a day spend more than its limit, over all connections, and takes back what was not used', async () => {
      const [day, next] = [randomUUID(), randomUUID()]
      const tries = Array.from({ length: 60 }, (_, index) =>
        (index % 2 ? store : other).reserveSpend(day, 85_000, 1_000_000),
      )
      expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(11)
      expect(await store.spentOn(day)).toBe(935_000)
      await other.returnSpend(day, 50_000)
      expect(await other.reserveSpend(day, 115_001, 1_000_000)).toBe(false)
      expect(await store.reserveSpend(day, 115_000, 1_000_000)).toBe(true)
      expect(await store.reserveSpend(next, 10_001, 10_000)).toBe(false)
      expect(await store.spentOn(next)).toBe(0)
      await store.returnSpend(next, 5)
      expect(await store.spentOn(next)).toBe(0)
    })

    it('says that it is well', async () => {
      await expect(store.health()).resolves.toBeUndefined()
    })
  })
}
