import { powFleetText } from '../../text/powFleet.ts'
import { whole } from '../model/format.ts'
import type { Device } from './devicesOf.ts'
import { milliseconds } from './fleetColumns.ts'
import { PERCENTILES, spreadOf } from './spreadOf.ts'

const text = powFleetText.across

/** The table of percentiles across devices, its head first. `limit` is in milliseconds. */
export function acrossRows(devices: readonly Device[], limit: number): string[][] {
  const percentiles = PERCENTILES.map((p) => text.percentile(whole(p * 100)))
  const head = [text.difficulty, ...percentiles, text.slowest, text.fitting]
  const rows = spreadOf(devices, limit).map(({ difficulty, p95, slowest, fitting }) =>
    [whole(difficulty)].concat(
      p95.map(milliseconds),
      milliseconds(slowest),
      text.fittingOf(whole(fitting), whole(devices.length)),
    ),
  )
  return [head, ...rows]
}
