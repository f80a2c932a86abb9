import type { Lane } from './lane.ts'

/** Longest that one slice of the search holds the page, in milliseconds. */
const SLICE = 8
const SLICE_COUNT = 512

/** The last resort: the same work on the page itself, in slices that let input through. */
export async function pageLane(): Promise<Lane> {
  const { encrypt } = await import('../../workers/encrypt.ts')
  const { search } = await import('../../workers/search.ts')
  return {
    encrypt,
    async search({ from, count, ...request }) {
      const end = from + count
      let sliceEnd = performance.now() + SLICE
      for (let next = from; next < end; next += SLICE_COUNT) {
        const counter = await search({ ...request, from: next, count: Math.min(SLICE_COUNT, end - next) })
        if (counter !== null) return counter
        if (performance.now() < sliceEnd) continue
        await new Promise((resolve) => setTimeout(resolve))
        sliceEnd = performance.now() + SLICE
      }
      return null
    },
    close() {},
  }
}
