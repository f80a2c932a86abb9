import { keyOf } from '../model/keyOf.ts'
import { watchLongTasks } from './longTasks.ts'
import { measureScaling } from './measureScaling.ts'
import { openPool } from './openPool.ts'
import type { Measures, Trial } from '../model/runResult.ts'
import { runTrials } from './runTrials.ts'
import type { RunOptions } from './runTrials.ts'
import type { Settings } from '../model/settings.ts'
import { throughput } from './throughput.ts'

/** Milliseconds of searching that warm a lane up: engines reach their full speed in a fraction of them. */
const WARM_UP = 60

export type Profile = Measures & { trials: Trial[] }

/** A whole run: start-up, trials, scaling. A run that is stopped after its first trial still gives what it has. */
export async function profile(settings: Settings, options: RunOptions): Promise<Profile> {
  const { signal, engine, open } = options
  signal.throwIfAborted()
  let pool = await openPool(open, engine, settings)
  const close = () => pool.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    const { startup } = pool
    const key = keyOf(settings, settings.trials)
    if (settings.pool === 'cold') close()
    else await throughput(pool.lanes, { key, milliseconds: WARM_UP }, signal)

    const longTasks = watchLongTasks()
    const trials = await runTrials(settings, options, pool.lanes)
    const measured = { trials, startup, longTasks: longTasks.end() }

    if (signal.aborted) return { ...measured, scaling: [], busy: false }
    if (settings.pool === 'cold') pool = await openPool(open, engine, settings)
    return { ...measured, ...(await measureScaling(pool.lanes, key, signal)) }
  } finally {
    signal.removeEventListener('abort', close)
    close()
  }
}
