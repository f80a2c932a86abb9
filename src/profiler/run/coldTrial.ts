import type { RunEngine } from '../model/RunEngine.ts'
import { runTrial } from './runTrial.ts'
import type { Search, TrialMeasures } from './runTrial.ts'
import type { RunOptions } from './runTrials.ts'

/** A trial with workers of its own. Their start counts, and the first ranges wait in their queues as in a cold check. */
export async function coldTrial(
  count: number,
  engine: RunEngine,
  search: Search,
  { signal, open, onRange }: RunOptions,
): Promise<TrialMeasures> {
  const startedAt = performance.now()
  const lanes = await Promise.all(Array.from({ length: count }, () => open(engine)))
  const close = () => lanes.forEach((lane) => lane.close())
  signal.addEventListener('abort', close, { once: true })
  try {
    const opened = performance.now() - startedAt
    const trial = await runTrial(lanes, search, signal, onRange)
    return {
      ...trial,
      milliseconds: trial.milliseconds + opened,
      firstRange: trial.firstRange === null ? null : trial.firstRange + opened,
    }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}
