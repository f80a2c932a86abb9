import { afterEach, describe, expect, it, vi } from 'vitest'
import { solves } from './engine/solutions.ts'

const KEY = 'x'.repeat(48)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

async function verdicts() {
  const { verify } = await import('../../workers/verify.ts')
  const counters = Array.from({ length: 100 }, (_, counter) => counter)
  return await Promise.all(
    counters.map(async (counter) => [await verify(KEY, counter, 1), solves(KEY, counter, 1)]),
  )
}

/** WebAssembly that is there, and compiles nothing: what a content policy without 'wasm-unsafe-eval' does. */
const refused = {
  compile: () => Promise.reject(new Error('Refused by the content policy')),
  instantiate: () => Promise.reject(new Error('Refused by the content policy')),
}

describe('the verification of a solution', () => {
  it.each([
    ['with WebAssembly', {}],
    ['where the browser has no WebAssembly', { WebAssembly: undefined }],
    ['where a content policy refuses WebAssembly', { WebAssembly: refused }],
    ['where WebAssembly is refused on a page that is not secure', { WebAssembly: refused, crypto: {} }],
  ])('a solution is verified as by node:crypto %s', async (_, globals) => {
    vi.resetModules()
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    for (const [verified, expected] of await verdicts()) expect(verified).toBe(expected)
  })
})
