import { DIFFICULTIES } from '../model/settings.ts'
import { percentile, sorted } from '../stats/percentile.ts'
import type { Device } from './devicesOf.ts'

/** The shares of devices that are told. */
export const PERCENTILES = [0.5, 0.75, 0.9, 0.95] as const

/** How long p95 is on the devices at one difficulty, in milliseconds. */
export type Spread = {
  difficulty: number
  /** Devices that tell it. */
  devices: number
  /** At every one of `PERCENTILES`; null where no device tells it. */
  p95: (number | null)[]
  slowest: number | null
  /** Devices whose p95 keeps to the limit. */
  fitting: number
}

/** Percentiles across devices at each difficulty. `limit` is in milliseconds. */
export function spreadOf(devices: readonly Device[], limit: number): Spread[] {
  return DIFFICULTIES.map((difficulty, index) => {
    const known = sorted(devices.flatMap(({ p95 }) => p95[index] ?? []))
    const at = (p: number) => (known.length > 0 ? percentile(known, p) : null)
    return {
      difficulty,
      devices: known.length,
      p95: PERCENTILES.map(at),
      slowest: known.at(-1) ?? null,
      fitting: known.filter((value) => value <= limit).length,
    }
  })
}
