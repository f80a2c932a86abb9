import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../../../server/store/Store.ts'

/** Longer than any test takes on a busy machine. */
const LONG = 600_000
const claimOf = (id: string, question = 'question') => ({ id, question, ttlMs: LONG })

/** What every store must do; each adapter's test hands in a way to open connections to one store, fresh or with what the tests before left in it, and one to damage what it keeps under a history's id. */
export function describeStore(
  name: string,
  open: () => Promise<Store>,
  damage: (id: string) => Promise<void>,
): void {
  describe(`the ${name} store`, () => {
    let store: Store
    let other: Store
    beforeEach(async () => {
      store = await open()
      other = await open()
    })
    afterEach(() => Promise.all([store.close(), other.close()]))

    it('lets one of many claims win, over all connections', async () => {
      const id = randomUUID()
      const claims = Array.from({ length: 200 }, (_, index) => (index % 2 ? store : other).claim(claimOf(id)))
      const came = await Promise.all(claims)
      expect(came.filter((claimed) => claimed === 'won')).toHaveLength(1)
      expect(came.filter((claimed) => claimed === 'spent')).toHaveLength(199)
    })

    it('lets a claim be won twice more after failures, for the same question only', async () => {
      const id = randomUUID()
      expect(await store.claim(claimOf(id))).toBe('won')
      for (const next of [store, other]) {
        await other.release(id, 'failed')
        expect(await next.claim(claimOf(id, 'another question'))).toBe('spent')
        const together = await Promise.all([store.claim(claimOf(id)), other.claim(claimOf(id))])
        expect(together.sort()).toEqual(['spent', 'won'])
      }
      await store.release(id, 'failed')
      expect(await other.claim(claimOf(id))).toBe('spent')
    })

    it('lets nothing go that nobody has claimed', async () => {
      const id = randomUUID()
      for (const why of ['unused', 'failed', 'left'] as const) await store.release(id, why)
      expect(await other.claim(claimOf(id))).toBe('won')
    })

    it('counts no try for what asked nothing', async () => {
      const id = randomUUID()
      for (let turn = 0; turn < 10; turn++) {
        expect(await store.claim(claimOf(id))).toBe('won')
        await other.release(id, 'unused')
      }
    })

    it('knows a visitor who left and comes back with the same question, once', async () => {
      const id = randomUUID()
      await store.claim(claimOf(id))
      await store.release(id, 'left')
      expect(await other.claim(claimOf(id, 'another question'))).toBe('spent')
      const together = await Promise.all([store.claim(claimOf(id)), other.claim(claimOf(id))])
      expect(together.sort()).toEqual(['back', 'spent'])
      await store.release(id, 'failed')
      expect(await other.claim(claimOf(id))).toBe('spent')
    })

    it('keeps histories as they were, for every connection, until their time is over', async () => {
      const history = {
        results: [{ url: "'; DROP TABLE history; --", status: 'AVAILABLE', isPinned: undefined }],
        timestamp: 1,
      }
      const [id, short] = [randomUUID(), randomUUID()]
      await store.saveHistory(id, history, LONG)
      await store.saveHistory(short, history, 20)
      await delay(40)
      expect(await other.readHistory(id)).toEqual(history)
      expect(await other.readHistory(short)).toBeNull()
      expect(await other.readHistory("' OR '1'='1")).toBeNull()
    })

    it('removes a history for good', async () => {
      const id = randomUUID()
      await store.saveHistory(id, { results: [], timestamp: 1 }, LONG)
      expect(await other.removeHistory(id)).toBe(true)
      expect(await store.readHistory(id)).toBeNull()
      expect(await store.removeHistory(id)).toBe(false)
    })

    it('reads a history that was damaged as none', async () => {
      const id = randomUUID()
      await store.saveHistory(id, { results: [], timestamp: 1 }, LONG)
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
      await store.writeCache(known, 'known', LONG)
      await fc.assert(
        fc.asyncProperty(text, text, async (salt, value) => {
          const key = `${randomUUID()}${salt}`
          expect(await store.readCache(key)).toBeNull()
          expect(await store.claim(claimOf(key))).toBe('won')
          expect(await other.claim(claimOf(key))).toBe('spent')
          await store.writeCache(key, JSON.stringify(value), LONG)
          expect(JSON.parse((await other.readCache(key)) ?? '')).toEqual(value)
        }),
        { numRuns: 60 },
      )
      expect(await store.readCache(known)).toBe('known')
    })

    it('shares what is cached until its time is over', async () => {
      const key = randomUUID()
      expect(await store.readCache(key)).toBeNull()
      await store.writeCache(key, 'first', LONG)
      await store.writeCache(key, 'second', 1000)
      expect(await other.readCache(key)).toBe('second')
      await delay(1100)
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
