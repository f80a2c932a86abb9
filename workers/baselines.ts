import { createSHA256 } from 'hash-wasm'
import { hasLeadingZeros, buildPowMessage } from '../contract/challenge.ts'
import type { SearchRequest } from './engine/Engine.ts'

type Search = (request: SearchRequest) => Promise<number | null>

let hasher: ReturnType<typeof createSHA256> | undefined

/** Searches with one call of hash-wasm for each attempt, as a page with a good hashing library would. */
async function hashWasm({ key, difficulty, from, count }: SearchRequest): Promise<number | null> {
  hasher ??= createSHA256()
  const sha256 = await hasher
  for (let counter = from; counter < from + count; counter++) {
    const digest = sha256.init().update(buildPowMessage(key, counter)).digest('binary')
    if (hasLeadingZeros(digest, difficulty)) return counter
  }
  return null
}

/** Searches with one call of `crypto.subtle` for each attempt, as a page without a library would. Works in secure contexts only. */
async function subtle({ key, difficulty, from, count }: SearchRequest): Promise<number | null> {
  for (let counter = from; counter < from + count; counter++) {
    const digest = await crypto.subtle.digest('SHA-256', buildPowMessage(key, counter))
    if (hasLeadingZeros(new Uint8Array(digest), difficulty)) return counter
  }
  return null
}

export const BASELINE_SEARCHES = { 'hash-wasm': hashWasm, subtle } as const satisfies Record<string, Search>

export type BaselineName = keyof typeof BASELINE_SEARCHES
