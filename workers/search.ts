import { createSHA256 } from 'hash-wasm'
import { hasLeadingZeros, messageOf } from '../contract/challenge.ts'
import type { SearchRequest } from './searchRequest.ts'

let hasher: ReturnType<typeof createSHA256> | undefined

/** A counter of the range that solves the challenge, or null when the range holds none. */
export async function search({ key, difficulty, from, count }: SearchRequest): Promise<number | null> {
  hasher ??= createSHA256()
  const sha256 = await hasher
  for (let counter = from; counter < from + count; counter++) {
    const digest = sha256.init().update(messageOf(key, counter)).digest('binary')
    if (hasLeadingZeros(digest, difficulty)) return counter
  }
  return null
}
