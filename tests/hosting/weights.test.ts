import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pages } from '../../src/pages.ts'
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

/** A rule of X's that no other file of the built site names, and a sentence about one. */
const RULES = ['SafeSearchNsfwHighRecallTweetLabelRule', '攻撃的な返信の区分']

it.each(RULES)("holds X's rules (%s) in one script, which no page loads at first", (words) => {
  const holders = readdirSync(join(DIST, 'assets')).filter(
    (name) => name.endsWith('.js') && readFileSync(join(DIST, 'assets', name), 'utf8').includes(words),
  )
  expect(holders).toHaveLength(1)
  const loading = pages
    .filter(({ isFrame }) => !isFrame)
    .filter(({ path }) => readFileSync(join(DIST, path, 'index.html'), 'utf8').includes(holders[0] ?? ''))
  expect(loading.map(({ path }) => path)).toEqual([])
})
