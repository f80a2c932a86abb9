import { runTurns } from '../../src/profiler/run/trials.ts'
import { verify } from '../../workers/verify.ts'
import type { Contestant } from './Contestant.ts'
import type { Field } from './Field.ts'

/** Contestants by name, asked one at a time. */
export function fieldOf(contestants: readonly Contestant[]): Pick<Field, 'names' | 'rate' | 'trials'> {
  const find = (name: string) => {
    const found = contestants.find((contestant) => contestant.name === name)
    if (!found) throw new Error(`No contestant is called ${name}`)
    return found
  }
  return {
    names: contestants.map(({ name }) => name),
    rate: (name, milliseconds) => find(name).rate(milliseconds),
    async trials(name, settings) {
      const { lane } = find(name)
      if (!lane) return []
      const { signal } = new AbortController()
      const options = { open: async () => lane, verify, signal }
      const [trials = []] = await runTurns({ ...settings, against: [] }, options, [[lane]])
      return trials
    },
  }
}
