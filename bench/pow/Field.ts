import type { Environment, Trial } from '../../src/profiler/model/result.ts'
import type { Settings } from '../../src/profiler/model/settings.ts'

/** A runtime with its contestants, as the driver asks it. */
export type Field = {
  environment: Environment
  names: string[]
  rate: (name: string, milliseconds: number) => Promise<number>
  /** No trials for contestants that take no ranges. */
  trials: (name: string, settings: Settings) => Promise<Trial[]>
  close: () => Promise<void>
}
