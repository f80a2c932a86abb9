import { wrap } from 'comlink'
import { RUN_ENGINES } from '../../../src/profiler/model/settings.ts'
import { readEnvironment } from '../../../src/profiler/run/device.ts'
import { openWorker } from '../../../src/profiler/run/trials.ts'
import { SAMPLE_KEY, createContestantField, createRangedContestant } from '../field.ts'
import type { ContestantField } from '../field.ts'
import type { PeersWorker } from './peers.worker.ts'

declare global {
  var field: Promise<Omit<ContestantField, 'close'>> | undefined
}

globalThis.field = makeField()

async function makeField(): Promise<Omit<ContestantField, 'close'>> {
  const contestants = await Promise.all(
    RUN_ENGINES.map(async (name) => {
      const worker = await openWorker(name)
      await worker.prepare?.(SAMPLE_KEY.length)
      return createRangedContestant(name, worker)
    }),
  )
  const worker = new Worker(new URL('./peers.worker.ts', import.meta.url), { type: 'module' })
  const others = wrap<PeersWorker>(worker)
  const own = createContestantField(contestants)
  const names = await others.names()
  return {
    environment: readEnvironment('Chromium'),
    names: [...own.names, ...names],
    rate: async (name, time) =>
      names.includes(name) ? await others.rate(name, time) : await own.rate(name, time),
    trials: async (name, settings) =>
      names.includes(name) ? await others.trials(name, settings) : await own.trials(name, settings),
  }
}
