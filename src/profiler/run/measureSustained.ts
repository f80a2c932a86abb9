import { MAX_ATTEMPTS, MAX_DIFFICULTY } from '../../../contract/challenge.ts'
import type { Sustained } from '../model/Sustained.ts'
import type { SearchLane } from './openLane.ts'
import type { RunOptions } from './runTrials.ts'
import { watchDevice } from './watchDevice.ts'

/** Milliseconds of one step. */
const STEP = 1_000

/** Counters in the first range; they double until a range takes this many milliseconds, short beside a step and long beside a message. */
const FIRST = 4_096
const RANGE_MIN = 40

type SustainOptions = Pick<RunOptions, 'signal' | 'held' | 'rest' | 'sustaining'> & {
  key: string
  seconds: number
}

/** Searches in vain with all lanes for so many seconds. Stopped, it gives the steps that every lane has finished. */
export async function measureSustained(
  lanes: readonly SearchLane[],
  { key, seconds, signal, held, rest, sustaining }: SustainOptions,
): Promise<Sustained> {
  const device = watchDevice(held)
  const steps = lanes.map((): number[] => [])
  /** How far the slowest lane is, in steps. */
  const finished = () => Math.min(...steps.map(({ length }) => length))

  async function load(lane: SearchLane, own: number[], leads: boolean): Promise<void> {
    const filled = fill(own)
    let [from, size] = [0, FIRST]
    while (own.length < seconds && !signal.aborted) {
      const startedAt = performance.now()
      await lane.search({ key, difficulty: MAX_DIFFICULTY, from, count: size })
      const took = performance.now() - startedAt
      filled(size, took)
      from = (from + size) % (MAX_ATTEMPTS / 2)
      if (took < RANGE_MIN && size < MAX_ATTEMPTS / 16) size *= 2
      if (leads) await sustaining?.(finished())
      await rest?.()
    }
  }

  try {
    await Promise.all(lanes.map((lane, index) => load(lane, steps[index] ?? [], index === 0)))
  } catch (error) {
    if (!signal.aborted) throw error
  }
  const whole = Math.min(finished(), seconds)
  return { seconds, step: STEP, lanes: steps.map((own) => own.slice(0, whole)), ...device.end() }
}

/** Spreads attempts over the steps that their range took, and adds every step that is full. */
function fill(steps: number[]): (attempts: number, milliseconds: number) => void {
  let [inStep, elapsed] = [0, 0]
  return (attempts, milliseconds) => {
    let [left, time] = [attempts, milliseconds]
    while (elapsed + time >= STEP) {
      const part = STEP - elapsed
      const share = (left * part) / time
      steps.push(((inStep + share) * 1000) / STEP)
      left -= share
      time -= part
      inStep = 0
      elapsed = 0
    }
    inStep += left
    elapsed += time
  }
}
