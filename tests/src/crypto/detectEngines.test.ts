import { afterEach, expect, it, vi } from 'vitest'
import { detectEngines, detectWebAssemblyLevel } from '../../../src/crypto/detectEngines.ts'

afterEach(() => void vi.unstubAllGlobals())

const refuse = function refuse() {
  throw new Error('refused')
}

it.each([
  ['everything is there', {}, 'simd', ['rolled', 'scalar', 'javascript']],
  ['SIMD is missing', { validate: () => false }, 'scalar', ['scalar', 'javascript']],
  ['a content policy refuses to compile', { Module: refuse }, 'refused', ['javascript']],
  ['there is no memory for an instance', { Memory: refuse }, 'refused', ['javascript']],
])('detectEngines returns the engines of a browser in which %s', (_, changed, support, engines) => {
  const { Module, Memory, validate } = WebAssembly
  vi.stubGlobal('WebAssembly', { Module, Memory, validate, ...changed })
  expect([detectWebAssemblyLevel(), detectEngines()]).toEqual([support, engines])
})

it('detectEngines returns JavaScript alone for a browser without WebAssembly', () => {
  vi.stubGlobal('WebAssembly', undefined)
  expect([detectWebAssemblyLevel(), detectEngines()]).toEqual(['absent', ['javascript']])
})
