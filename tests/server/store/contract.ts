import * as fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoreObject } from '../../../server/cloudflare/StoreObject.ts'
import { createDurableStore, storeObjectFor } from '../../../server/cloudflare/durableStore.ts'
import type { NamedObjects } from '../../../server/cloudflare/durableStore.ts'
import { NO_QUOTA_LIMIT, settleReservation, readSpent } from '../../../server/store/Store.ts'
import type { Quota, Reservation, Store } from '../../../server/store/Store.ts'

/** Longer than any test takes on a busy machine. */
const LONG = 600_000
/** Quotas are remembered for a quarter of an hour, as those of calls, or for days, as those of money. */
const LASTING = [
  ['minutes', LONG],
  ['days', 3 * 86_400_000],
] as const
const reservation = (amount: number, ...quotas: Quota[]) => ({ amount, quotas })
const refusedBy = async (store: Store, one: Reservation) => (await store.spend(one)).refusedBy
const soon = () => Date.now() + LONG

/** What every store must do; each adapter's test hands in a way to open connections to one store, fresh or with what the tests before left in it, one to damage what it keeps under a history's id, and one to open a store with room for so many bytes of histories. */
export function describeStore(
  name: string,
  open: () => Promise<Store>,
  damage: (id: string) => Promise<void>,
  openSmall: (historiesMax: number) => Promise<Store>,
): void {
  describe(`the ${name} store`, () => {
    let store: Store
    let other: Store
    beforeEach(async () => {
      store = await open()
      other = await open()
    })
    afterEach(() => Promise.all([store.close(), other.close()]))

    it('the store accepts one of many claims of a proof, over all connections', async () => {
      const [id, expiresMs] = [randomUUID(), soon()]
      const claims = Array.from({ length: 200 }, (_, index) =>
        (index % 2 ? store : other).claim(id, expiresMs),
      )
      const came = await Promise.all(claims)
      expect(came.filter(({ isFirst }) => isFirst)).toHaveLength(1)
      expect(await other.claim(id, expiresMs)).toMatchObject({ isFirst: false })
    })

    it('the store accepts no claim of an expired challenge, and returns the time by which it decides', async () => {
      const began = Date.now()
      const { isFirst, latestMs } = await store.claim(randomUUID(), began)
      expect(isFirst).toBe(false)
      expect(latestMs).toBeGreaterThanOrEqual(began)
    })

    it('the store keeps histories unchanged, for every connection, until they expire', async () => {
      const history = {
        results: [{ url: "'; DROP TABLE history; --", status: 'AVAILABLE', isPinned: undefined }],
        timestamp: 1,
        upstream: 'sandbox',
        leftOut: 2,
      }
      const [id, short] = [randomUUID(), randomUUID()]
      await store.saveHistory(id, history, LONG)
      await store.saveHistory(short, history, 20)
      await expect.poll(() => other.readHistory(short)).toBeNull()
      expect(await other.readHistory(id)).toEqual(history)
      expect(await other.readHistory("' OR '1'='1")).toBeNull()
    })

    it('the store deletes the oldest histories if all would take more than their quota', async () => {
      const small = await openSmall(64 * 1024)
      const results = [{ url: 'あ'.repeat(1000), status: 'AVAILABLE' }]
      const ids = Array.from({ length: 40 }, () => randomUUID())
      for (const [index, id] of ids.entries()) {
        await small.saveHistory(id, { results, timestamp: 1 }, LONG + index * 1000)
      }
      const kept = await Promise.all(ids.map((id) => small.readHistory(id)))
      const count = kept.filter((history) => history !== null).length
      expect(count).toBeGreaterThan(5)
      expect(count * 3000).toBeLessThan(64 * 1024)
      expect(kept.map((history) => history !== null)).toEqual(
        ids.map((_, index) => index >= ids.length - count),
      )
      await small.close()
    })

    it('the store keeps the history that was just saved, even if that alone exceeds the quota', async () => {
      const small = await openSmall(1)
      const ids = [randomUUID(), randomUUID()]
      for (const id of ids) await small.saveHistory(id, { results: [], timestamp: 1 }, LONG)
      const kept = await Promise.all(ids.map((id) => small.readHistory(id)))
      expect(kept).toEqual([null, { results: [], timestamp: 1 }])
      await small.close()
    })

    it('the store removes a history for good', async () => {
      const id = randomUUID()
      await store.saveHistory(id, { results: [], timestamp: 1 }, LONG)
      expect(await other.removeHistory(id)).toBe(true)
      expect(await store.readHistory(id)).toBeNull()
      expect(await store.removeHistory(id)).toBe(false)
    })

    it('the store reads a damaged history as none', async () => {
      const id = randomUUID()
      await store.saveHistory(id, { results: [], timestamp: 1 }, LONG)
      await damage(id)
      expect(await store.readHistory(id)).toBeNull()
    })

    it('the store keeps any text as text, whatever it would mean in a query', async () => {
      const spice = fc.constantFrom(...`'";\\%\0*\n `, '--', 'history', 'OR 1=1')
      const text = fc
        .array(fc.oneof(spice, fc.string({ unit: 'binary' })), { maxLength: 6 })
        .map((parts) => parts.join(''))
      const known = randomUUID()
      await store.writeCache([{ key: known, value: 'known', ttlMs: LONG }])
      await fc.assert(
        fc.asyncProperty(text, text, async (salt, value) => {
          const key = `${randomUUID()}${salt}`
          expect(await store.readCache(key)).toBeNull()
          expect(await store.claim(key, soon())).toMatchObject({ isFirst: true })
          expect(await other.claim(key, soon())).toMatchObject({ isFirst: false })
          await store.writeCache([{ key, value: JSON.stringify(value), ttlMs: LONG }])
          expect(JSON.parse((await other.readCache(key)) ?? '')).toEqual(value)
        }),
        { numRuns: 20 },
      )
      expect(await store.readCache(known)).toBe('known')
    })

    it('the store writes many cached answers together, and keeps the last of those with one key', async () => {
      const keys = Array.from({ length: 300 }, () => randomUUID())
      const entries = keys.map((key, index) => ({ key, value: `value ${index}`, ttlMs: LONG }))
      await store.writeCache([...entries, { key: keys[0] ?? '', value: 'later', ttlMs: LONG }])
      const read = await Promise.all(keys.map((key) => other.readCache(key)))
      expect(read).toEqual(keys.map((_, index) => (index === 0 ? 'later' : `value ${index}`)))
    })

    it('the store shares what is cached until it expires', async () => {
      const key = randomUUID()
      expect(await store.readCache(key)).toBeNull()
      await store.writeCache([{ key, value: 'first', ttlMs: LONG }])
      await store.writeCache([{ key, value: 'second', ttlMs: LONG }])
      expect(await other.readCache(key)).toBe('second')
      await store.writeCache([{ key, value: 'third', ttlMs: 20 }])
      await expect.poll(() => other.readCache(key)).toBeNull()
    })

    it('the store has no settings at first, and then keeps one text for every connection, until it is replaced', async () => {
      expect(await other.readSettings()).toBeNull()
      for (const text of ['{"notice":"a\'b"}', '{}']) {
        await store.writeSettings(text)
        expect(await other.readSettings()).toBe(text)
      }
    })

    describe.each(LASTING)('with quotas for %s', (_kept, ttlMs) => {
      const quota = (name: string, limit: number) => ({ name, limit, ttlMs })

      it('the store never lets a quota spend more than its limit, over all connections, and takes back what was not used', async () => {
        const [day, next] = [randomUUID(), randomUUID()]
        const made = Array.from({ length: 60 }, () => reservation(85_000, quota(day, 1_000_000)))
        const came = await Promise.all(made.map((one, index) => refusedBy(index % 2 ? store : other, one)))
        expect(came.filter((refused) => refused === null)).toHaveLength(11)
        expect(came.filter((refused) => refused === day)).toHaveLength(49)
        expect(await readSpent(store, day)).toBe(935_000)
        const won = made.find((_, index) => came[index] === null)
        if (won) await settleReservation(other, won, 35_000)
        expect(await refusedBy(other, reservation(115_001, quota(day, 1_000_000)))).toBe(day)
        expect(await refusedBy(store, reservation(115_000, quota(day, 1_000_000)))).toBeNull()
        expect(await refusedBy(store, reservation(10_001, quota(next, 10_000)))).toBe(next)
        expect(await readSpent(store, next)).toBe(0)
      })

      it('the store reserves from all quotas or from none, and names the first that cannot afford it', async () => {
        const [day, share, hour] = [randomUUID(), randomUUID(), randomUUID()]
        const quotas = [quota(day, 100), quota(share, 30), quota(hour, 50)]
        const spent = () => Promise.all([day, share, hour].map((name) => readSpent(other, name)))
        expect(await refusedBy(store, reservation(40, ...quotas))).toBe(share)
        expect(await refusedBy(store, reservation(60, ...quotas))).toBe(share)
        expect(await spent()).toEqual([0, 0, 0])
        const first = reservation(30, ...quotas)
        expect(await refusedBy(store, first)).toBeNull()
        expect(await spent()).toEqual([30, 30, 30])
        expect(await refusedBy(other, reservation(25, quota(day, 100), quota(hour, 50)))).toBe(hour)
        await settleReservation(other, first, 10)
        expect(await spent()).toEqual([10, 10, 10])
      })

      it('the store replaces what was reserved by what was spent, even if that is more', async () => {
        const day = randomUUID()
        const one = reservation(50, quota(day, 100))
        await store.spend(one)
        await settleReservation(other, one, 20)
        expect(await readSpent(store, day)).toBe(20)
        const more = reservation(30, quota(day, 100))
        await other.spend(more)
        await settleReservation(store, more, 200)
        expect(await readSpent(other, day)).toBe(220)
        expect(await refusedBy(store, reservation(0, quota(day, 100)))).toBe(day)
      })

      it('the store tells the sums of all quotas, whether it refuses or not, and adds nothing by asking for them', async () => {
        const [day, share] = [randomUUID(), randomUUID()]
        const quotas = [quota(day, 100), quota(share, 30)]
        await store.spend(reservation(7, quota(share, 30)))
        const ask = (amount: number) => other.spend(reservation(amount, ...quotas))
        expect(await ask(0)).toEqual({ refusedBy: null, sums: [0, 7] })
        expect(await ask(20)).toEqual({ refusedBy: null, sums: [20, 27] })
        expect(await ask(4)).toEqual({ refusedBy: share, sums: [20, 27] })
        expect(await ask(-25)).toEqual({ refusedBy: null, sums: [0, 2] })
        expect(await ask(0)).toEqual({ refusedBy: null, sums: [0, 2] })
      })

      it('the store also gives back what is beyond the limit of a quota that has become smaller', async () => {
        const day = randomUUID()
        const held = reservation(50, quota(day, 100))
        await store.spend(held)
        await settleReservation(other, { ...held, quotas: [quota(day, 10)] }, 30)
        expect(await store.spend(reservation(5, quota(day, NO_QUOTA_LIMIT)))).toEqual({
          refusedBy: null,
          sums: [35],
        })
      })

      it('the store counts a reservation that nobody settles as spent, and never counts less than nothing', async () => {
        const [day, gone] = [randomUUID(), randomUUID()]
        await store.spend(reservation(50, quota(day, 100)))
        expect(await readSpent(other, day)).toBe(50)
        await settleReservation(store, reservation(50, quota(gone, 100)), 0)
        expect(await readSpent(other, gone)).toBe(0)
      })
    })
  })
}

export const describeDurableStore = (name: string, opened: () => NamedObjects<StoreObject>) =>
  describeStore(
    name,
    async () => createDurableStore(opened()),
    async (id) => {
      const object = storeObjectFor(opened(), 'history', id)
      await object.call('removeHistory', id)
      await object.call('saveHistory', id, '{"results":', Date.now() + 60_000, 1e9)
    },
    async (historiesMax) => {
      const objects = opened()
      // All histories in one object, as if there was one shard.
      const getByName = (name: string) => objects.getByName(name.replace(/^history-\d+$/, 'history-small'))
      return createDurableStore({ getByName }, 32 * historiesMax)
    },
  )
