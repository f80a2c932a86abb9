import * as v from 'valibot'
import { CheckTimings } from '../../contract/wire.ts'
import { ensureWorkers } from '../crypto/workerPool.ts'
import type { TimingName } from '../lib/timing.ts'
import type { SolvedChallenge } from './proof.ts'

/** Sends the last check's durations, engine and workers to the operator's address, with its proof; nothing where the browser has no beacon or timeline. */
export async function sendTimings(
  url: string,
  difficulty: number,
  { key, counter }: SolvedChallenge,
): Promise<void> {
  const workers = ensureWorkers(0)
  const setup = await workers[0]?.setup?.catch(() => undefined)
  const timings = v.safeParse(CheckTimings, {
    engine: setup?.engine,
    lanes: workers.length,
    difficulty,
    challenge: lastOf('check:challenge'),
    solve: lastOf('pow:solve'),
    call: lastOf('check:call'),
    proof: { token: key, counter },
  })
  if (!timings.success) return
  const body = JSON.stringify(timings.output)
  navigator.sendBeacon?.(url, new Blob([body], { type: 'application/json' }))
}

/** Rounded to tenths of a millisecond: finer ones could identify a device. */
function lastOf(name: TimingName): number | undefined {
  const entry = performance.getEntriesByName(name, 'measure').at(-1)
  return entry && Math.round(entry.duration * 10) / 10
}
