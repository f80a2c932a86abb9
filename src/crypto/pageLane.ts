import type { Lane } from './lane.ts'

/** Longest that one slice of the search holds the page, in milliseconds. */
const SLICE = 8

/** Attempts between two looks at the clock, to begin with; then as many as take about half a slice. */
const FIRST_COUNT = 256

/** The last resort: the same work on the page itself, in slices that let input through. */
export async function pageLane(): Promise<Lane> {
  const { encrypt } = await import('../../workers/encrypt.ts')
  const { choose, search } = await import('../../workers/search.ts')
  return {
    encrypt,
    // Measuring would hold the page.
    choose: (request) => choose({ ...request, measure: false }),
    async search({ from, count, ...request }) {
      const end = from + count
      let step = FIRST_COUNT
      for (let next = from; next < end;) {
        const startedAt = performance.now()
        const counter = await search({ ...request, from: next, count: Math.min(step, end - next) })
        if (counter !== null) return counter
        next += step
        const elapsed = performance.now() - startedAt
        if (elapsed > SLICE / 2) step = Math.max(FIRST_COUNT, step >> 1)
        else if (elapsed < SLICE / 4) step *= 2
        await new Promise((resolve) => setTimeout(resolve))
      }
      return null
    },
    close() {},
  }
}
