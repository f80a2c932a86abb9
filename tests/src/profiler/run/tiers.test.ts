import { describe, expect, it } from 'vitest'
import { defaultRange } from '../../../../src/profiler/model/settings.ts'
import type { Settings } from '../../../../src/profiler/model/settings.ts'
import type { TrialWorker } from '../../../../src/profiler/run/trials.ts'
import { agreementOf } from '../../../../src/profiler/summary/fit.ts'
import { ENGINE_NAMES } from '../../../../workers/engine/Engine.ts'
import { forcedEngine } from '../../../../workers/forcedEngine.ts'
import { workerOf, runTrials, verify } from './searchWorkers.ts'

const settings: Settings = {
  difficulty: 3,
  trials: 2_000,
  lanes: 1,
  engine: 'test',
  keyLength: 48,
  pool: 'warm',
  range: defaultRange(3),
  against: [],
  seed: 1,
}

/** Enough for the slowest engine on a machine that has much else to do. */
const PATIENCE = 120_000

async function agreement(worker: TrialWorker) {
  const { signal } = new AbortController()
  const open = async () => worker
  const trials = await runTrials(settings, { open, verify, signal }, [worker])
  return agreementOf(settings, trials)
}

describe('2,000 trials at difficulty 3', () => {
  it.each(ENGINE_NAMES)(
    'agree with the theory on the %s engine',
    async (name) => {
      const { engine } = await forcedEngine(name, settings.keyLength)
      const { verdict, sample, pValue } = await agreement(workerOf(engine.search))
      expect({ verdict, sample }).toEqual({ verdict: 'agrees', sample: 2_000 })
      // The same keys give the same sample, so every engine gives this very figure.
      expect(pValue).toBeCloseTo(0.9219, 4)
    },
    PATIENCE,
  )

  it(
    'call an engine out that drops one solution in six',
    async () => {
      const { engine } = await forcedEngine('rolled', settings.keyLength)
      const dropping = workerOf((request) => {
        const counter = engine.search(request)
        return counter !== null && counter % 6 === 0 ? null : counter
      })
      expect((await agreement(dropping)).verdict).toBe('disagrees')
    },
    PATIENCE,
  )
})
