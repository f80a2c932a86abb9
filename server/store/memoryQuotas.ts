import { LRUCache } from 'lru-cache'
import type { Quota, Reservation } from './Store.ts'

/** Quotas that are remembered; those used last stay, among them always those that count for all. About 5 MB when full. */
const QUOTAS_MAX = 50_000

/** Counts reservations as `sql.ts` does, in memory alone: what was counted is gone with the process. */
export function createMemoryQuotas() {
  const sums = new LRUCache<string, { spent: number; held: number }>({ max: QUOTAS_MAX })
  const reserved = new LRUCache<string, true>({ max: QUOTAS_MAX })
  const sumOf = ({ name, knownMicros = 0 }: Quota) => {
    const { spent, held } = sums.get(name) ?? { spent: 0, held: 0 }
    return { spent: Math.max(spent, knownMicros), held }
  }
  return {
    reserve({ id, micros, quotas }: Reservation): string | null {
      const isEmpty = (quota: Quota) => sumOf(quota).spent + sumOf(quota).held + micros > quota.limitMicros
      const empty = quotas.find(isEmpty)
      if (empty) return empty.name
      for (const quota of quotas) {
        const { spent, held } = sumOf(quota)
        sums.set(quota.name, { spent, held: held + micros })
      }
      reserved.set(id, true)
      return null
    },
    settle({ id, micros, quotas }: Reservation, usedMicros: number): number[] {
      if (!reserved.delete(id)) return []
      return quotas.map((quota) => {
        const { spent, held } = sumOf(quota)
        sums.set(quota.name, { spent: spent + usedMicros, held: Math.max(0, held - micros) })
        return spent + usedMicros
      })
    },
    spentOn(name: string): number {
      const { spent, held } = sums.get(name) ?? { spent: 0, held: 0 }
      return spent + held
    },
  }
}
