import type { Lane } from './lane.ts'

/** Longest that one slice of the search holds the page, in milliseconds. */
const SLICE = 8

/** Attempts between two looks at the clock, to begin with; then as many as take about half a slice. */
const FIRST_COUNT = 256

/** The last resort: the same work on the page itself, in slices that let input through. */
export async function pageLane(): Promise<Lane> {
  const { encrypt } = await import('../../workers/encrypt.ts')
  const { choose, search } = await import('../../workers/search.ts')
  // Both outlive a range: the next one goes on at this pace, and in what is left of this slice.
  let step = FIRST_COUNT
  let sliceEnd = performance.now() + SLICE
  return {
    encrypt,
    // Measuring would hold the page.
    choose: (request) => choose({ ...request, measure: false }),
    async search({ from, count, ...request }) {
      const end = from + count
      for (let next = from; next < end;) {
        const count = Math.min(step, end - next)
        const startedAt = performance.now()
        const counter = await search({ ...request, from: next, count })
        if (counter !== null) return counter
        next += count
        const now = performance.now()
        if (now - startedAt > SLICE / 2) step = Math.max(FIRST_COUNT, step >> 1)
        else if (now - startedAt < SLICE / 4 && count === step) step *= 2
        if (now < sliceEnd) continue
        await new Promise((resolve) => setTimeout(resolve))
        sliceEnd = performance.now() + SLICE
      }
      return null
    },
    close() {},
  }
}
