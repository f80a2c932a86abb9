import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { weightsOf } from './weights.ts'

const DIST = join(import.meta.dirname, '../../dist')

it('keeps every part of the built site within its weight', () => {
  const weights = weightsOf(DIST)
  console.table(
    weights.map(({ part, bytes, limit }) => ({ part, 'KB gz': bytes / 1000, limit: limit / 1000 })),
  )
  expect(weights.filter(({ bytes, limit }) => bytes > limit)).toEqual([])
})

it('holds no font, and compressed copies beside the scripts', () => {
  const files = readdirSync(join(DIST, 'assets'))
  expect(files.filter((name) => /\.(?:woff2?|ttf|otf)$/.test(name))).toEqual([])
  const large = files.filter((name) => /\.(?:js|wasm)$/.test(name) && /^(?:base|rolled)/.test(name))
  expect(large.length).toBeGreaterThan(1)
  const twins = large.flatMap((name) => [`${name}.br`, `${name}.gz`])
  expect(twins.filter((name) => !existsSync(join(DIST, 'assets', name)))).toEqual([])
})
