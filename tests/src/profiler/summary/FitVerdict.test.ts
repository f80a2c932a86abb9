import { describe, expect, it } from 'vitest'
import { defaultRange } from '../../../../src/profiler/model/settings.ts'
import type { Settings } from '../../../../src/profiler/model/settings.ts'
import { runTrials } from '../../../../src/profiler/run/trials.ts'
import type { SearchLane } from '../../../../src/profiler/run/trials.ts'
import { summarise } from '../../../../src/profiler/summary/summarise.ts'
import { lane, verify } from '../run/lanes.ts'

// Every trial's key follows from the seed and what is judged is the range of its solution: no clock has a say here.
const settings: Settings = {
  difficulty: 1,
  trials: 1_000,
  lanes: 2,
  engine: 'test',
  keyLength: 48,
  pool: 'warm',
  range: 4,
  seed: 11,
  against: [],
}

async function summaryOf(makeLane: () => SearchLane, changes: Partial<Settings> = {}) {
  const used = { ...settings, ...changes }
  const { signal } = new AbortController()
  const lanes = Array.from({ length: used.lanes }, makeLane)
  const open = async () => makeLane()
  const trials = await runTrials(used, { open, verify, signal }, lanes)
  const startup = { pool: null, worker: null, compile: null, engine: null }
  return summarise(used, trials, { startup, scaling: [], busy: false, longTasks: null })
}

describe('the verdict', () => {
  it('agrees with a correct engine, and the same keys give the same sample on any number of lanes', async () => {
    const [one, three] = [await summaryOf(lane, { lanes: 1 }), await summaryOf(lane, { lanes: 3 })]
    expect(one.agreement.verdict).toBe('agrees')
    expect(one.wrong).toBe(0)
    expect(three.agreement).toEqual(one.agreement)
  })

  it('agrees with an engine that searches a range backwards: the order within a range does not matter', async () => {
    const backwards = () => {
      const forwards = lane()
      return {
        ...forwards,
        async search(request: Parameters<SearchLane['search']>[0]) {
          for (let from = request.from + request.count - 1; from >= request.from; from--) {
            const counter = await forwards.search({ ...request, from, count: 1 })
            if (counter !== null) return counter
          }
          return null
        },
      }
    }
    const { agreement } = await summaryOf(backwards, { trials: 300 })
    expect(agreement.verdict).toBe('agrees')
  })

  it('agrees whatever the size of a range', async () => {
    for (const range of [1, 30, 64]) {
      expect((await summaryOf(lane, { range })).agreement.verdict).toBe('agrees')
    }
  })

  it('gives no verdict where ranges are so wide that it would overlook half of the solutions missing', async () => {
    const blind = await summaryOf(lane, { range: 256 })
    expect(blind.agreement.verdict).toBe('few')
    expect(blind.agreement.detects).toBeLessThan(0.5)
  })

  it('finds an engine at half the success rate at difficulty 1, with the range that it gets there', async () => {
    const verdicts: string[] = []
    for (let seed = 1; seed <= 10; seed++) {
      const half = () => lane((counter) => (counter * 2_654_435_761) % 4_294_967_296 < 2_147_483_648)
      const { agreement } = await summaryOf(half, { range: defaultRange(1), seed })
      verdicts.push(agreement.verdict)
    }
    expect(verdicts).toEqual(verdicts.map(() => 'disagrees'))
  })

  it('disagrees with an engine that misses every fourth solution', async () => {
    const biased = () => lane((counter) => counter % 4 !== 0)
    expect((await summaryOf(biased)).agreement.verdict).toBe('disagrees')
  })

  it('disagrees with an engine that never searches the second half of a range', async () => {
    const biased = () => lane((counter, { from, count }) => counter < from + count / 2)
    expect((await summaryOf(biased)).agreement.verdict).toBe('disagrees')
  })

  it('disagrees with an engine that searches at a lower difficulty than it claims', async () => {
    const biased = () => {
      const honest = lane()
      return {
        ...honest,
        search: (request: Parameters<SearchLane['search']>[0]) =>
          honest.search({ ...request, difficulty: 0 }),
      }
    }
    const { agreement, wrong } = await summaryOf(biased)
    expect(agreement.pValue).toBeLessThan(0.001)
    expect(agreement.verdict).toBe('disagrees')
    expect(wrong).toBeGreaterThan(500)
  })

  it('disagrees as soon as the independent check refuses one counter, however small the sample', async () => {
    const lying = () => ({ search: async () => 1, close() {} })
    const { agreement, wrong } = await summaryOf(lying, { trials: 3, difficulty: 6, lanes: 1 })
    expect(wrong).toBe(3)
    expect(agreement.verdict).toBe('disagrees')
  })

  it('doubts what one correct engine in a hundred would show, and one in a thousand would not', async () => {
    const biased = () => lane((counter) => counter % 16 !== 0)
    const { agreement, wrong } = await summaryOf(biased, { seed: 2 })
    expect(wrong).toBe(0)
    expect(agreement.pValue).toBeGreaterThan(0.001)
    expect(agreement.pValue).toBeLessThan(0.01)
    expect(agreement.verdict).toBe('doubtful')
  })

  it('gives no verdict on small samples', async () => {
    expect((await summaryOf(lane, { trials: 20 })).agreement.verdict).toBe('few')
  })
})
