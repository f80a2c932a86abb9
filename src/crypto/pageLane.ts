import type { Lane } from './lane.ts'

/** The last resort: the same work on the page itself, in the same slices, which let input through. */
export async function pageLane(): Promise<Lane> {
  const { encrypt } = await import('../../workers/encrypt.ts')
  const { choose, search, stop } = await import('../../workers/search.ts')
  const tune = () => Promise.reject(new Error('Measuring would hold the page'))
  return { choose, encrypt, search, stop, tune, close() {} }
}
