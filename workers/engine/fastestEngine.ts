import type { Engine, KernelModules } from './Engine.ts'
import type { EngineName } from './EngineName.ts'
import { testedEngine } from './firstEngine.ts'
import { measure } from './measure.ts'

/** Engines are measured in bursts: this many rounds, in each of which every engine searches for SLICE milliseconds. */
const ROUNDS = 4
const SLICE = 4

/** Milliseconds between two bursts, in which compilers go on optimising and disturbances pass. */
const PAUSE = 50

/** Bursts at least and at most; between them, measuring ends with a burst in which no engine became faster by MIN_GAIN. */
const BURSTS_MIN = 3
const BURSTS_MAX = 8
const MIN_GAIN = 1.03

/** Waits for this many milliseconds, and while the lane has searches to do. */
export type Rest = (milliseconds: number) => Promise<void>

/** The fastest of the engines that pass their self-test, with its attempts per millisecond in its best slice. Throws when none passes. */
export async function fastestEngine(
  names: readonly EngineName[],
  modules: KernelModules,
  keyBytes: number,
  rest: Rest,
) {
  const engines: { engine: Engine; rate: number }[] = []
  for (const name of names) {
    const engine = await testedEngine(name, modules, keyBytes)
    if (engine) engines.push({ engine, rate: 0 })
  }
  for (let burst = 0; burst < BURSTS_MAX; burst++) {
    const before = engines.map(({ rate }) => rate)
    for (let round = 0; round < ROUNDS; round++) {
      for (const entry of engines) {
        await rest(0)
        entry.rate = Math.max(entry.rate, measure(entry.engine, keyBytes, SLICE))
      }
    }
    const settled = engines.every(({ rate }, index) => rate < (before[index] ?? 0) * MIN_GAIN)
    if (engines.length === 1 || (settled && burst + 1 >= BURSTS_MIN)) break
    await rest(PAUSE)
  }
  const [first, ...others] = engines
  if (!first) throw new Error('No engine passes its self-test')
  return others.reduce((best, entry) => (entry.rate > best.rate ? entry : best), first)
}
